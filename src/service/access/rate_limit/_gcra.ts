import type { Admission } from "./admission.ts";
import type { RateLimits } from "./rate_limits.ts";

/** The counter of a subject: 40 bytes, whatever it sends. */
export interface Counter {
  /** When all that was admitted will have been refilled: milliseconds since 1970. */
  refilledAt: number;
  /** Day the count is of, in days since 1970. */
  day: number;
  /** Requests admitted on that day. */
  used: number;
}

/** Requests that are admitted or refused together, and how many of them were charged before. */
export interface Charge {
  readonly cost: number;
  readonly charged: number;
}

/** Limits of a tier that has some. */
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

/** The bounds of limits; undefined for a tier without any. */
export function boundsOf({
  requestsPerSecond,
  requestsPerDay,
  burst,
}: RateLimits): Bounds | undefined {
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
export function refusalOf(
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

/** Both quotas as a counter leaves them. */
export function quotasOf(
  { refilledAt, used }: Counter,
  bounds: Bounds,
  now: number,
): Admission["quotas"] {
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
