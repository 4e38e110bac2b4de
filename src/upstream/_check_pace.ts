/** Milliseconds between routine checks of an upstream that works, at least. */
const ROUTINE_INTERVAL = 15_000;

/** Share of the day's quota that the routine checks of a segment may take. */
const ROUTINE_SHARE = 0.01;
const DAY = 86_400_000;

/** Milliseconds between two routine checks at an upstream that admits so many requests a day. */
export function routineInterval(requestsPerDay: number): number {
  return Math.max(ROUTINE_INTERVAL, DAY / (ROUTINE_SHARE * requestsPerDay));
}

/**
 * Milliseconds between checks of one that is away: a share of the time since it failed, within bounds. Where it answers with
 * errors, these cost quota, and the bound is the longer one.
 */
const PAUSE = { share: 0.05, least: 300, most: 1_000, mostCounted: 30_000 };

/**
 * Milliseconds until the next check of an upstream that is away.
 *
 * @param outage Milliseconds since it failed.
 * @param isCounted True where checks count against its quota.
 */
export function pauseOf(outage: number, isCounted: boolean): number {
  const pause = Math.max(PAUSE.least, PAUSE.share * outage);
  return Math.min(pause, isCounted ? PAUSE.mostCounted : PAUSE.most);
}

/** Checks that refused requests may bring about at once. */
const MOST_DOUBTS = 5;

/**
 * Bounds the checks that refused requests bring about, so that no client can spend the quota on them: a few at once, then
 * one for each interval.
 */
export class Doubts {
  #left = MOST_DOUBTS;
  #countedAt = 0;

  /**
   * Takes a check; false if none is left.
   *
   * @param now Milliseconds of a clock.
   * @param interval Milliseconds in which one more comes.
   */
  take(now: number, interval: number): boolean {
    this.#left = Math.min(MOST_DOUBTS, this.#left + (now - this.#countedAt) / interval);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
