/** A clock and its timer. */
export interface Clock {
  /** Milliseconds, counted from anywhere. */
  now(): number;
  /** Runs `run` once after `ms` milliseconds; the answer calls that off. */
  after(ms: number, run: () => void): () => void;
}

/** The runtime's own clock. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
