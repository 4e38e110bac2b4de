import type { TierLimits } from "../../../tables.ts";
import { SERVICE_DEFAULTS, type ServiceOptions } from "../../options/mod.ts";

/** Rate limit and quota of one subject. */
export interface RateLimits extends TierLimits {
  /** Requests admitted at once after a pause. @default the requests of one second */
  readonly burst?: number;
}

/** State of one of a tier's limits for a subject. */
export interface QuotaLeft {
  readonly limit: number;
  /** Requests left, never below 0. */
  readonly remaining: number;
  /** Seconds until it is full again, rounded up. */
  readonly resetAfter: number;
}

/** Decision on a request, and the budget that is left. */
export interface Admission {
  readonly isAdmitted: boolean;
  /** Seconds until a refused request may be retried, rounded up; 0 if it is admitted. */
  readonly retryAfter: number;
  /** The exhausted limit; undefined if the request is admitted. */
  readonly refusedBy: "second" | "day" | undefined;
  /** Undefined for a tier without limits. */
  readonly quotas: { readonly second: QuotaLeft; readonly day: QuotaLeft } | undefined;
}

/** Admits or refuses requests by subject, within the limits of a tier. */
export interface RequestLimiter {
  /** Subjects with a counter of their own in this process. */
  readonly size: number;
  /**
   * Admits or refuses one request of a subject, or `cost` at once.
   *
   * @param charged How many of them were admitted and charged before, as the first call of a batch is before its body is
   *   read. They stay charged where the whole is refused.
   */
  admit(subject: string, limits: RateLimits, cost?: number, charged?: number): Promise<Admission>;
  /**
   * Charges one request to the rate of a subject, and none to its day. It is never refused: it waits.
   *
   * @returns Milliseconds to wait, until half of the burst is left to other requests again.
   */
  pace(subject: string, limits: RateLimits): Promise<number>;
}

/** Options of a {@linkcode Limiter}. */
type LimiterOptions = Pick<ServiceOptions, "clock" | "maximumSubjects">;

/**
 * Counts requests by subject and admits them within the limits of a tier.
 *
 * The rate limit refills continuously (GCRA), with a burst of one second's requests by default; the quota is a count
 * that resets at midnight UTC. A request refused unread costs nothing. The table of subjects is bounded: when it is
 * full, new subjects with the same limits share one counter, and no live counter is evicted.
 */
export class Limiter {
  readonly #counters = new Map<string, Counter>();
  readonly #clock: () => number;
  readonly #maximum: number;
  #sweptOn = 0;
  #latest = 0;

  constructor(options: LimiterOptions = {}) {
    const { clock, maximumSubjects } = { ...SERVICE_DEFAULTS, ...options };
    this.#clock = clock;
    this.#maximum = maximumSubjects;
  }

  get size(): number {
    return this.#counters.size;
  }

  /**
   * Admits or refuses one request of a subject, or `cost` at once.
   *
   * More than the burst is admitted if at least one request is left: the excess becomes debt, and nothing more is
   * admitted until it has refilled. The daily quota must cover the whole cost.
   *
   * @param charged Requests of `cost` that were already admitted and charged.
   */
  admit(subject: string, limits: RateLimits, cost = 1, charged = 0): Admission {
    const bounds = boundsOf(limits);
    if (!bounds) return UNLIMITED;
    const now = this.#present();
    const counter = this.#counterOf(subject, bounds, now);
    const refusal = refusalOf(counter, bounds, { cost, charged }, now);
    if (refusal) return { isAdmitted: false, ...refusal, quotas: quotasOf(counter, bounds, now) };
    const left = cost - charged;
    counter.refilledAt = Math.max(counter.refilledAt, now) + (left * SECOND) / bounds.perSecond;
    counter.used += left;
    const quotas = quotasOf(counter, bounds, now);
    return { isAdmitted: true, retryAfter: 0, refusedBy: undefined, quotas };
  }

  pace(subject: string, limits: RateLimits): number {
    const bounds = boundsOf(limits);
    if (!bounds) return 0;
    const now = this.#present();
    const counter = this.#counterOf(subject, bounds, now);
    counter.refilledAt = Math.max(counter.refilledAt, now) + SECOND / bounds.perSecond;
    return waitOf(counter, bounds, now);
  }

  /** Current time. A clock that was set back clears all debt, so that nobody waits until it has caught up. */
  #present(): number {
    const now = this.#clock();
    const back = this.#latest - now;
    if (back > 0) {
      for (const counter of this.#counters.values()) counter.refilledAt -= back;
    }
    this.#latest = now;
    return now;
  }

  #counterOf(subject: string, bounds: Bounds, now: number): Counter {
    const day = Math.floor(now / DAY);
    const known = this.#counters.get(subject) ?? this.#add(subject, bounds, now, day);
    if (known.day !== day) {
      known.day = day;
      known.used = 0;
    }
    return known;
  }

  #add(subject: string, { perSecond, perDay }: Bounds, now: number, day: number): Counter {
    if (this.#counters.size >= this.#maximum) this.#sweep(now, day);
    const isFull = this.#counters.size >= this.#maximum;
    const name = isFull ? `newcomers:${perSecond}:${perDay}` : subject;
    const counter = this.#counters.get(name) ?? { refilledAt: 0, day, used: 0 };
    this.#counters.set(name, counter);
    return counter;
  }

  /** Removes subjects of earlier days, at most once a day, since counters live until midnight. */
  #sweep(now: number, day: number): void {
    if (this.#sweptOn === day) return;
    this.#sweptOn = day;
    for (const [subject, counter] of this.#counters) {
      if (counter.day !== day && counter.refilledAt <= now) this.#counters.delete(subject);
    }
  }
}

/** Admits or refuses by the counters of this process. */
export function limitAlone(limiter: Limiter): RequestLimiter {
  return {
    get size() {
      return limiter.size;
    },
    admit: async (...request) => limiter.admit(...request),
    pace: async (...request) => limiter.pace(...request),
  };
}

/** The counter of a subject, 40 bytes. */
export interface Counter {
  /** Time at which the burst will be refilled, in milliseconds since 1970. */
  refilledAt: number;
  /** Day of the count, in days since 1970. */
  day: number;
  /** Requests admitted on that day. */
  used: number;
}

/** Requests that are admitted or refused together, and the number of them already charged. */
export interface Charge {
  readonly cost: number;
  readonly charged: number;
}

/** Resolved limits of a limited tier. */
export interface Bounds {
  readonly perSecond: number;
  readonly perDay: number;
  readonly burst: number;
}

/** Milliseconds of a second. */
export const SECOND = 1_000;
/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** Admission by a tier without limits. */
export const UNLIMITED: Admission = {
  isAdmitted: true,
  retryAfter: 0,
  refusedBy: undefined,
  quotas: undefined,
};

/** Resolves limits; undefined for a tier without any. */
export function boundsOf(limits: RateLimits): Bounds | undefined {
  const { requestsPerSecond: perSecond, requestsPerDay: perDay } = limits;
  if (perSecond === null || perDay === null) return undefined;
  return { perSecond, perDay, burst: limits.burst ?? perSecond };
}

/** Milliseconds that refill a whole burst; 1,000 for a burst of one second's requests. */
function windowOf({ perSecond, burst }: Bounds): number {
  return (burst * SECOND) / perSecond;
}

/** Milliseconds until half of the burst is left: paced requests leave that half to others. */
export function waitOf({ refilledAt }: Counter, bounds: Bounds, now: number): number {
  return Math.max(0, refilledAt - now - windowOf(bounds) / 2);
}

/** The limit that refuses `cost`, and the seconds until it is admitted, rounded up; undefined if it is admitted now. */
export function refusalOf(
  counter: Counter,
  bounds: Bounds,
  { cost, charged }: Charge,
  now: number,
): Pick<Admission, "refusedBy" | "retryAfter"> | undefined {
  const { perSecond, perDay, burst } = bounds;
  if (counter.used + cost - charged > perDay)
    return { refusedBy: "day", retryAfter: secondsToMidnight(now) };
  // More than the burst needs only one request that is left: the others become debt.
  const needed = cost > burst ? 1 : cost;
  const debt = Math.max(0, counter.refilledAt - now);
  const excess = debt + (needed * SECOND) / perSecond - windowOf(bounds);
  const excessBefore = excess - (charged * SECOND) / perSecond;
  // Less than a microsecond is a rounding error, not debt.
  if (excessBefore < 0.001) return undefined;
  return { refusedBy: "second", retryAfter: Math.ceil(excess / SECOND) };
}

/** State of rate limit and quota by a counter. */
export function quotasOf(
  { refilledAt, used }: Counter,
  bounds: Bounds,
  now: number,
): Admission["quotas"] {
  const { perSecond, perDay, burst } = bounds;
  const debt = Math.max(0, refilledAt - now);
  // Less than a millionth of a request is a rounding error.
  const left = Math.floor(((windowOf(bounds) - debt) * perSecond) / SECOND + 0.000_001);
  return {
    second: { limit: burst, remaining: Math.max(0, left), resetAfter: Math.ceil(debt / SECOND) },
    day: {
      limit: perDay,
      remaining: Math.max(0, perDay - used),
      resetAfter: secondsToMidnight(now),
    },
  };
}

function secondsToMidnight(now: number): number {
  return Math.ceil((DAY - (now % DAY)) / SECOND);
}
