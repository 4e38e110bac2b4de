import type { TierLimits } from "../../../generated/tiers.gen.ts";
import type { Admission } from "./admission.ts";

/** Requests that one subject may make. */
export interface RateLimits extends TierLimits {
  /** Requests that are admitted at once after a pause. @default one second's allowance */
  readonly burst?: number;
}

/** Options of a {@linkcode Limiter}. */
export interface LimiterOptions {
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Most subjects with a counter of their own. @default {100_000} */
  readonly maximumSubjects?: number;
}

/** The counter of a subject: 40 bytes, whatever it sends. */
interface Counter {
  /** When all that was admitted will have been refilled: milliseconds since 1970. */
  refilledAt: number;
  /** Day the count is of, in days since 1970. */
  day: number;
  /** Requests admitted on that day. */
  used: number;
}

/** Requests that are admitted or refused together, and how many of them were charged before. */
interface Charge {
  readonly cost: number;
  readonly charged: number;
}

interface Bounds {
  readonly perSecond: number;
  readonly perDay: number;
  readonly burst: number;
}

const SECOND = 1_000;
const DAY = 86_400_000;

const UNLIMITED: Admission = {
  isAdmitted: true,
  retryAfter: 0,
  refusedBy: undefined,
  quotas: undefined,
};

/**
 * Counts requests by subject and admits them within the limits of a tier.
 *
 * Per second the allowance refills continuously, with a burst of one second's allowance where the limits name no other
 * (GCRA); per day it is counted and starts anew at midnight UTC. A request that is refused unread costs nothing. The table of
 * subjects is bounded: when it is full newcomers of the same limits share one counter, and no live counter is evicted.
 */
export class Limiter {
  readonly #counters = new Map<string, Counter>();
  readonly #clock: () => number;
  readonly #maximum: number;
  #sweptOn = 0;
  #latest = 0;

  constructor({ clock = Date.now, maximumSubjects = 100_000 }: LimiterOptions = {}) {
    this.#clock = clock;
    this.#maximum = maximumSubjects;
  }

  /** Subjects with a counter of their own. */
  get size(): number {
    return this.#counters.size;
  }

  /**
   * Admits or refuses `cost` requests of a subject at once.
   *
   * More than the burst is admitted when at least one request is left: the rest is owed, and nothing more
   * is admitted until it is repaid. The daily allowance must cover the whole.
   */
  admit(subject: string, limits: RateLimits, cost = 1): Admission {
    return this.#admit(subject, limits, cost, 0);
  }

  /**
   * Admits or refuses the `further` requests of a batch, of which one was admitted before its body was read.
   *
   * The batch is judged as a whole, as {@linkcode admit} does. If it is refused, the first request stays charged: its
   * body was read and parsed.
   */
  admitFurther(subject: string, limits: RateLimits, further: number): Admission {
    return this.#admit(subject, limits, further + 1, 1);
  }

  /** @param charged How many of the requests were admitted and charged before. */
  #admit(subject: string, limits: RateLimits, cost: number, charged: number): Admission {
    const bounds = boundsOf(limits);
    if (!bounds) return UNLIMITED;
    const now = this.#present();
    const counter = this.#counterOf(subject, bounds, now);
    const refusal = refusalOf(counter, bounds, { cost, charged }, now);
    if (refusal) return { isAdmitted: false, ...refusal, quotas: quotasOf(counter, bounds, now) };
    const left = cost - charged;
    counter.refilledAt = Math.max(counter.refilledAt, now) + (left * SECOND) / bounds.perSecond;
    counter.used += left;
    return { ...UNLIMITED, quotas: quotasOf(counter, bounds, now) };
  }

  /** A clock that is set back clears what is owed, so that nobody waits until it has caught up. */
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

  /** Forgets subjects of earlier days: at most once a day, since until midnight every count of today lives. */
  #sweep(now: number, day: number): void {
    if (this.#sweptOn === day) return;
    this.#sweptOn = day;
    for (const [subject, counter] of this.#counters) {
      if (counter.day !== day && counter.refilledAt <= now) this.#counters.delete(subject);
    }
  }
}

function boundsOf({ requestsPerSecond, requestsPerDay, burst }: RateLimits): Bounds | undefined {
  if (requestsPerSecond === null || requestsPerDay === null) return undefined;
  return {
    perSecond: requestsPerSecond,
    perDay: requestsPerDay,
    burst: burst ?? requestsPerSecond,
  };
}

/** Milliseconds in which a spent burst is refilled, 1,000 for one second's allowance. */
function windowOf({ perSecond, burst }: Bounds): number {
  return (burst * SECOND) / perSecond;
}

/** The quota that refuses `cost` and the seconds until it may be admitted, rounded up; undefined if it may be now. */
function refusalOf(
  counter: Counter,
  bounds: Bounds,
  { cost, charged }: Charge,
  now: number,
): Pick<Admission, "refusedBy" | "retryAfter"> | undefined {
  const { perSecond, perDay, burst } = bounds;
  if (counter.used + cost - charged > perDay)
    return { refusedBy: "day", retryAfter: secondsToMidnight(now) };
  const needed = cost > burst ? 1 : cost;
  const debt = Math.max(0, counter.refilledAt - now);
  const excess = debt + (needed * SECOND) / perSecond - windowOf(bounds);
  const excessBefore = excess - (charged * SECOND) / perSecond;
  // Fractions of a millisecond are rounding, not debt.
  if (excessBefore < 0.001) return undefined;
  return { refusedBy: "second", retryAfter: Math.ceil(excess / SECOND) };
}

function quotasOf({ refilledAt, used }: Counter, bounds: Bounds, now: number): Admission["quotas"] {
  const { perSecond, perDay, burst } = bounds;
  const debt = Math.max(0, refilledAt - now);
  const left = Math.floor(((windowOf(bounds) - debt) * perSecond) / SECOND + 0.000_001);
  return {
    second: {
      limit: burst,
      remaining: Math.max(0, left),
      resetAfter: Math.ceil(debt / SECOND),
    },
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
