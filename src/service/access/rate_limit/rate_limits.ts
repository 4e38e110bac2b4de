import type { TierLimits } from "../../../generated/tiers.gen.ts";

/** Rate limit and quota of one subject. */
export interface RateLimits extends TierLimits {
  /** Requests admitted at once after a pause. @default the requests of one second */
  readonly burst?: number;
}
