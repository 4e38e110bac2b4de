import {
  KEY_TIER,
  KEYLESS_TIER,
  type Tier,
  type TierLimits,
  TIERS,
} from "../../generated/tiers.gen.ts";
import { valueFault } from "../../validation/mod.ts";

/** What a transport takes its limits to be at first; `Infinity` is none. */
export interface TierChoice extends Limits {
  /** Whether they are figures of the user's own, which the service may lower but not raise. */
  readonly isCapped: boolean;
  /** Whether the user named the tier, so that its day is known without the service's word. */
  readonly isNamed: boolean;
}

interface Limits {
  readonly perSecond: number;
  readonly perDay: number;
}

/**
 * Reads the option `tier`.
 *
 * @param hasKey Whether requests carry a key.
 * @throws {TypeError | RangeError} If it is no tier.
 */
export function readTier(tier: Tier | TierLimits | undefined, hasKey: boolean): TierChoice {
  if (typeof tier === "object" && tier !== null) {
    return { ...boundsOf(tier), isCapped: true, isNamed: true };
  }
  const name: Tier = tier === undefined ? (hasKey ? KEY_TIER : KEYLESS_TIER) : tier;
  if (Object.hasOwn(TIERS, name)) {
    return { ...boundsOf(TIERS[name]), isCapped: false, isNamed: tier !== undefined };
  }
  const known = Object.keys(TIERS).map((key) => `"${key}"`);
  const message = `Cannot use tier: it must be one of ${known.join(", ")} or an object with requestsPerSecond and requestsPerDay`;
  throw valueFault(message, tier, typeof tier === "string");
}

function boundsOf({ requestsPerSecond, requestsPerDay }: TierLimits): Limits {
  return {
    perSecond: boundOf("requestsPerSecond", requestsPerSecond),
    perDay: boundOf("requestsPerDay", requestsPerDay),
  };
}

function boundOf(name: string, value: unknown): number {
  if (value === null) return Infinity;
  if (typeof value === "number" && value > 0) return value;
  const message = `Cannot use tier: ${name} must be a number above 0, or null for no limit`;
  throw valueFault(message, value, typeof value === "number");
}
