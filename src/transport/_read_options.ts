import { type Tier, type TierLimits, TIERS } from "../generated/tiers.gen.ts";
import { checkKey } from "./api_key.ts";
import { type CallPolicy, checkCallOptions } from "./call_options.ts";
import type { FullPolicy } from "./_flight.ts";
import { showValue } from "../checks/mod.ts";
import type { AllowanceLimits } from "./_take_turn.ts";
import type { TransportOptions } from "./transport_options.ts";

const DEFAULTS: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
};

/** What a transport believes of its allowance at first. */
export interface TierChoice {
  readonly limits: AllowanceLimits;
  readonly isCapped: boolean;
  readonly isNamed: boolean;
}

/**
 * Checks the options of a transport.
 *
 * @throws {TypeError | RangeError} If one is wrong; the message names it.
 */
export function checkOptions(options: TransportOptions): void {
  const { fetch, apiKey, store, hooks } = options;
  if (fetch !== undefined && typeof fetch !== "function") {
    throw new TypeError(`Cannot use fetch: expected a function, got ${showValue(fetch)}`);
  }
  checkKey(apiKey);
  const { timeout, deadline, retries, priority } = options;
  checkCallOptions("createTransport", { timeout, deadline, retries, priority });
  if (store !== undefined && typeof store?.update !== "function") {
    throw new TypeError(
      `Cannot use store: expected an object with update, got ${showValue(store)}`,
    );
  }
  if (hooks !== undefined && (typeof hooks !== "object" || hooks === null)) {
    throw new TypeError(`Cannot use hooks: expected an object, got ${showValue(hooks)}`);
  }
}

/** The policy of a call, with defaults filled in. */
export function readPolicy(given: CallPolicy, defaults: FullPolicy): FullPolicy {
  return {
    timeout: given.timeout ?? defaults.timeout,
    deadline: given.deadline ?? defaults.deadline,
    retries: given.retries ?? defaults.retries,
    priority: given.priority ?? defaults.priority,
  };
}

/** The policy of calls that say nothing. */
export function readDefaults(options: TransportOptions): FullPolicy {
  return readPolicy(options, DEFAULTS);
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
  const name: Tier = tier ?? (apiKey === undefined ? "Public" : "Registered");
  if (Object.hasOwn(TIERS, name)) {
    return { limits: boundsOf(TIERS[name]), isCapped: false, isNamed: tier !== undefined };
  }
  const known = Object.keys(TIERS).map((key) => `"${key}"`);
  const message = `Cannot use tier: it must be one of ${known.join(", ")} or an object with requestsPerSecond and requestsPerDay, got ${showValue(tier)}`;
  throw typeof tier === "string" ? new RangeError(message) : new TypeError(message);
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
  const message = `Cannot use tier: ${name} must be a number above 0, or null for no limit, got ${showValue(value)}`;
  throw typeof value === "number" ? new RangeError(message) : new TypeError(message);
}
