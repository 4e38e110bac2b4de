/** What events take time and chance from; tests pass one of their own. */
export interface EventClock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Calls back once, after so many milliseconds. */
  setTimeout(callback: () => void, milliseconds: number): unknown;
  /** Calls off what `setTimeout` gave. */
  clearTimeout(timer: unknown): void;
  /** From 0 to below 1. */
  random(): number;
}

/** The runtime's own clock. */
export const RUNTIME_CLOCK: EventClock = {
  now: () => performance.now(),
  setTimeout: (callback, milliseconds) => globalThis.setTimeout(callback, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
  random: () => Math.random(),
};
