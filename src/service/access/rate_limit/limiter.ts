import {
  type Bounds,
  boundsOf,
  type Charge,
  type Counter,
  DAY,
  quotasOf,
  refusalOf,
  SECOND,
  UNLIMITED,
} from "./_gcra.ts";
import type { Admission } from "./admission.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import type { RateLimits } from "./rate_limits.ts";

/** Options of a {@linkcode Limiter}. */
export interface LimiterOptions {
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Most subjects with a counter of their own. @default {100_000} */
  readonly maximumSubjects?: number;
}

/**
 * Counts requests by subject and admits them within the limits of a tier.
 *
 * Per second the allowance refills continuously, with a burst of one second's allowance where the limits name no other
 * (GCRA); per day it is counted and starts anew at midnight UTC. A request that is refused unread costs nothing. The table of
 * subjects is bounded: when it is full newcomers of the same limits share one counter, and no live counter is evicted.
 */
export class Limiter implements RateLimiter {
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
