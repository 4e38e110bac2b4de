import { KEY_TIER, KEYLESS_TIER, type Tier, TIERS } from "../../generated/tiers.gen.ts";
import type { TierLimits } from "../../tables.ts";
import { valueError } from "../../validation/mod.ts";

const SECOND = 1_000;

/** Share of a second's requests that may go out at once: the service's clock and ours do not tick together. */
const BURST = 0.8;

/** Share of itself that a lowered rate grows by each second. */
const RECOVERY = 0.1;

/** The lowest rate that a refusal leads to, and the factor by which it lowers the rate at least. */
const LEAST = 1;
const DECREASE = 0.9;

/** The burst of the lowest tier: no service is known to allow less. */
const FIRST_BURST = burstOf(
  Math.min(...Object.values(TIERS).map((tier) => tier.requestsPerSecond ?? Infinity)),
);

/**
 * The rate of requests: that of the tier, until the service says or shows otherwise. It refills continuously (GCRA): all
 * that is kept is the time at which every request that was sent will have been refilled.
 *
 * Before the first answer no more requests are under way than the lowest tier allows at once. A service that names its
 * limits is believed. Without rate-limit headers, a refusal lowers the rate to what succeeded in the last second, or to what
 * might have succeeded of a batch; it then recovers slowly.
 */
export class Pace {
  /** Requests a second; `Infinity` without a limit. */
  rate: number;
  /** The rate that is aimed at. */
  ceiling: number;
  /** Requests that may be under way. */
  window: number = FIRST_BURST;
  readonly #cap: number;
  #told: number | undefined;
  #changedAt = 0;
  #second = 0;
  #taken = 0;
  #takenBefore = 0;

  /** @param cap What the service may lower, never raise. */
  constructor(perSecond: number, cap: number) {
    this.rate = perSecond;
    this.ceiling = perSecond;
    this.#cap = cap;
  }

  /** Requests that may go out at `now`; below 0 where a batch went out on credit. */
  availableAt(now: number, refilledAt: number): number {
    const { rate } = this;
    if (rate === Infinity) return Infinity;
    return burstOf(rate) - (Math.max(0, refilledAt - now) * rate) / SECOND;
  }

  /** Requests left of this second: the share of a burst that is available counts as the share of the second. */
  leftOfSecond(now: number, refilledAt: number): number {
    const { rate } = this;
    const available = Math.max(0, this.availableAt(now, refilledAt));
    if (rate === Infinity) return available;
    return Math.round((available * Math.max(1, rate)) / burstOf(rate));
  }

  /** When all is refilled where `available` requests may go out at `now`; the rate is finite. */
  refilledAt(now: number, available: number): number {
    return now + (Math.max(0, burstOf(this.rate) - available) * SECOND) / this.rate;
  }

  /**
   * Milliseconds until `cost` requests may go out. More than the burst goes out when the burst is whole, and the rest is
   * owed.
   */
  waitFor(cost: number, now: number, refilledAt: number): number {
    const missing = Math.min(cost, burstOf(this.rate)) - this.availableAt(now, refilledAt);
    // Fractions of a thousandth are rounding.
    return missing > 0.001 ? (missing * SECOND) / this.rate : 0;
  }

  /** When all is refilled after `cost` requests went out, whether there was room for them or not. */
  spend(cost: number, now: number, refilledAt: number): number {
    return Math.max(refilledAt, now) + (cost * SECOND) / this.rate;
  }

  /** The service says what it allows; tells whether that is new. */
  tell(perSecond: number): boolean {
    this.window = Infinity;
    if (this.#told === perSecond) return false;
    this.#told = perSecond;
    this.rate = this.ceiling = Math.min(perSecond, this.#cap);
    return true;
  }

  /** The service took `cost` requests. */
  taken(cost: number, now: number): void {
    this.window += cost;
    this.#roll(now);
    this.#taken += cost;
    if (this.rate >= this.ceiling) return;
    const seconds = Math.min(1, Math.max(0, now - this.#changedAt) / SECOND);
    this.#changedAt = now;
    this.rate = Math.min(this.ceiling, this.rate * (1 + RECOVERY * seconds));
  }

  /** The service refused `cost` requests for its limits. */
  refused(cost: number, now: number): void {
    this.#roll(now);
    const share = 1 - (now % SECOND) / SECOND;
    const taken = this.#taken + this.#takenBefore * share;
    // It may have refused one large batch, of which any smaller part would have succeeded.
    const most = this.#told === undefined ? taken + cost - 1 : Infinity;
    this.rate = Math.max(LEAST, Math.min(this.rate * DECREASE, most));
    this.#changedAt = now;
  }

  #roll(now: number): void {
    const second = Math.floor(now / SECOND);
    if (second === this.#second) return;
    this.#takenBefore = second === this.#second + 1 ? this.#taken : 0;
    this.#taken = 0;
    this.#second = second;
  }
}

/** Requests that may go out at once. */
function burstOf(perSecond: number): number {
  return Math.max(1, Math.floor(perSecond * BURST));
}

/** The limits that a transport begins with; `Infinity` is none. */
export interface TierChoice extends Limits {
  /** True of figures of the user's own, which the service may lower but not raise. */
  readonly isCapped: boolean;
  /** True where the user named the tier, so that its daily quota is known without the service's word. */
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
  throw valueError(message, tier, typeof tier === "string");
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
  throw valueError(message, value, typeof value === "number");
}
