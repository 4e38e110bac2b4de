import type { TierLimits } from "../../../generated/tiers.gen.ts";

/** Requests that one subject may make. */
export interface RateLimits extends TierLimits {
  /** Requests that are admitted at once after a pause. @default one second's allowance */
  readonly burst?: number;
}
