import type { Admission, RateLimits } from "./admission.ts";

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

/** Milliseconds that refill a whole burst; 1,000 for a burst of one second's requests. */
function windowOf({ perSecond, burst }: Bounds): number {
  return (burst * SECOND) / perSecond;
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
