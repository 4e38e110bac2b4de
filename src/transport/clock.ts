/** Time as a transport knows it; a test brings one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `callback` after `delay` milliseconds; returns what `clearTimeout` takes. */
  setTimeout(callback: () => void, delay: number): unknown;
  /** Takes back what `setTimeout` returned. */
  clearTimeout(timer: unknown): void;
}

/** Longer delays overflow, and would end at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The runtime's own clock. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, Math.min(delay, LONGEST_DELAY)),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
