import {
  KEY_TIER,
  KEYLESS_TIER,
  type Tier,
  type TierLimits,
  TIERS,
} from "../generated/tiers.gen.ts";
import type { AllowanceLimits } from "./_take_turn.ts";
import { valueFault } from "../validation/mod.ts";
import type { TransportOptions } from "./transport_options.ts";

/** What a transport believes of its allowance at first. */
export interface TierChoice {
  readonly limits: AllowanceLimits;
  readonly isCapped: boolean;
  readonly isNamed: boolean;
}

/**
 * Reads the option `tier`.
 *
 * @throws {TypeError | RangeError} If it is no tier.
 */
export function readTier({ tier, apiKey }: TransportOptions): TierChoice {
  if (typeof tier === "object" && tier !== null) {
    return { limits: boundsOf(tier), isCapped: true, isNamed: true };
  }
  const name: Tier = tier ?? (apiKey === undefined ? KEYLESS_TIER : KEY_TIER);
  if (Object.hasOwn(TIERS, name)) {
    return { limits: boundsOf(TIERS[name]), isCapped: false, isNamed: tier !== undefined };
  }
  const known = Object.keys(TIERS).map((key) => `"${key}"`);
  const message = `Cannot use tier: it must be one of ${known.join(", ")} or an object with requestsPerSecond and requestsPerDay`;
  throw valueFault(message, tier, typeof tier === "string");
}

function boundsOf({ requestsPerSecond, requestsPerDay }: TierLimits): AllowanceLimits {
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
