import { KEY_TIER, KEYLESS_TIER, type Tier, TIERS } from "../../generated/tiers.gen.ts";
import type { TierLimits } from "../../tables.ts";
import { valueError } from "../../validation/mod.ts";

const SECOND = 1_000;

/** Burst as a share of the requests of a second; below 1, since the clocks of service and client differ. */
const BURST = 0.8;

/** Growth of a lowered rate per second, as a share of the rate. */
const RECOVERY = 0.1;

/** Lowest rate after a refusal, and the factor by which a refusal lowers the rate at least. */
const MIN_RATE = 1;
const DECREASE = 0.9;

/** The burst of the lowest tier, which every service is assumed to allow. */
const FIRST_BURST = burstOf(
  Math.min(...Object.values(TIERS).map((tier) => tier.requestsPerSecond ?? Infinity)),
);

/**
 * The rate of requests: the rate of the tier, until the service reports or shows another one. It refills continuously (GCRA),
 * so that its state is one time: when every sent request will be refilled.
 *
 * Before the first answer, no more requests are in flight than the burst of the lowest tier. Limits in rate-limit headers
 * replace those of the tier. Without headers, a refusal lowers the rate to the requests that succeeded in the last second,
 * or to the part of a batch that might have succeeded; the rate then recovers slowly.
 */
export class Pace {
  /** Requests a second; `Infinity` without a limit. */
  rate: number;
  /** The rate to which a lowered one recovers. */
  ceiling: number;
  /** Maximum number of requests in flight. */
  window: number = FIRST_BURST;
  readonly #cap: number;
  /** Requests a second, as the service last reported; undefined without headers. */
  #reported: number | undefined;
  #changedAt = 0;
  #second = 0;
  #taken = 0;
  #takenBefore = 0;

  /** @param cap Maximum rate, whatever the service reports. */
  constructor(perSecond: number, cap: number) {
    this.rate = perSecond;
    this.ceiling = perSecond;
    this.#cap = cap;
  }

  /** Requests that may be sent at `now`; below 0 after a batch on credit. */
  availableAt(now: number, refilledAt: number): number {
    const { rate } = this;
    if (rate === Infinity) return Infinity;
    return burstOf(rate) - (Math.max(0, refilledAt - now) * rate) / SECOND;
  }

  /** Remaining requests of this second, as the available share of the burst. */
  leftOfSecond(now: number, refilledAt: number): number {
    const { rate } = this;
    const available = Math.max(0, this.availableAt(now, refilledAt));
    if (rate === Infinity) return available;
    return Math.round((available * Math.max(1, rate)) / burstOf(rate));
  }

  /** Time of the full refill if `available` requests may be sent at `now`; for a finite rate. */
  refilledAt(now: number, available: number): number {
    return now + (Math.max(0, burstOf(this.rate) - available) * SECOND) / this.rate;
  }

  /**
   * Milliseconds until `cost` requests may be sent. A cost above the burst waits for a full burst, and the rest is credit.
   */
  waitFor(cost: number, now: number, refilledAt: number): number {
    const missing = Math.min(cost, burstOf(this.rate)) - this.availableAt(now, refilledAt);
    // Smaller amounts are rounding errors.
    return missing > 0.001 ? (missing * SECOND) / this.rate : 0;
  }

  /** Time of the full refill after `cost` requests were sent, even beyond the burst. */
  spend(cost: number, now: number, refilledAt: number): number {
    return Math.max(refilledAt, now) + (cost * SECOND) / this.rate;
  }

  /** Adopts a rate that the service reports; returns true if it is new. */
  adopt(perSecond: number): boolean {
    this.window = Infinity;
    if (this.#reported === perSecond) return false;
    this.#reported = perSecond;
    this.rate = this.ceiling = Math.min(perSecond, this.#cap);
    return true;
  }

  /** Counts `cost` requests that the service accepted. */
  accepted(cost: number, now: number): void {
    this.window += cost;
    this.#roll(now);
    this.#taken += cost;
    if (this.rate >= this.ceiling) return;
    const seconds = Math.min(1, Math.max(0, now - this.#changedAt) / SECOND);
    this.#changedAt = now;
    this.rate = Math.min(this.ceiling, this.rate * (1 + RECOVERY * seconds));
  }

  /** Lowers the rate after `cost` requests were refused. */
  refused(cost: number, now: number): void {
    this.#roll(now);
    const share = 1 - (now % SECOND) / SECOND;
    const taken = this.#taken + this.#takenBefore * share;
    // If one large batch was refused, a smaller one might have succeeded.
    const maximum = this.#reported === undefined ? taken + cost - 1 : Infinity;
    this.rate = Math.max(MIN_RATE, Math.min(this.rate * DECREASE, maximum));
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

/** Requests that may be sent at once. */
function burstOf(perSecond: number): number {
  return Math.max(1, Math.floor(perSecond * BURST));
}

/** The initial limits of a transport; `Infinity` means no limit. */
export interface TierChoice extends Limits {
  /** True for limits of the caller, which the service may lower but not raise. */
  readonly isCapped: boolean;
  /** True if the caller chose the tier, so that its daily quota holds without a report of the service. */
  readonly isNamed: boolean;
}

interface Limits {
  readonly perSecond: number;
  readonly perDay: number;
}

/**
 * Reads the option `tier`.
 *
 * @param hasKey True if requests have a key.
 * @throws {TypeError | RangeError} If the value is no tier.
 */
export function readTier(tier: Tier | TierLimits | undefined, hasKey: boolean): TierChoice {
  if (typeof tier === "object" && tier !== null) {
    return { ...limitsOf(tier), isCapped: true, isNamed: true };
  }
  const name: Tier = tier === undefined ? (hasKey ? KEY_TIER : KEYLESS_TIER) : tier;
  if (Object.hasOwn(TIERS, name)) {
    return { ...limitsOf(TIERS[name]), isCapped: false, isNamed: tier !== undefined };
  }
  const known = Object.keys(TIERS).map((key) => `"${key}"`);
  const message = `Cannot use tier: it must be one of ${known.join(", ")} or an object with requestsPerSecond and requestsPerDay`;
  throw valueError(message, tier, typeof tier === "string");
}

function limitsOf({ requestsPerSecond, requestsPerDay }: TierLimits): Limits {
  return {
    perSecond: limitOf("requestsPerSecond", requestsPerSecond),
    perDay: limitOf("requestsPerDay", requestsPerDay),
  };
}

function limitOf(name: string, value: unknown): number {
  if (value === null) return Infinity;
  if (typeof value === "number" && value > 0) return value;
  const message = `Cannot use tier: ${name} must be a number above 0, or null for no limit`;
  throw valueError(message, value, typeof value === "number");
}
