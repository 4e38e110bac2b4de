import type { Clock } from "../../transport/mod.ts";

/** The clock and the deadline of all waits of the doctor. */
export interface Wait {
  readonly clock: Clock;
  /** Aborted at the doctor's deadline: requests under way end, and no more begin. */
  readonly signal: AbortSignal;
  /** Called with what takes long. */
  readonly onWait: (what: string) => void;
  /** Resolves when the rate limit admits a further message of a WebSocket. */
  readonly turn: () => Promise<void>;
}

/** The reason of that signal. */
export class DeadlineError extends Error {}

/** The error of a wait whose own time is over. */
export const TIME_IS_UP = new Error("The time of a wait is over");

/** Milliseconds that an answer, a reply or a handshake may take. */
export const LONGEST_ANSWER = 10_000;

/** Milliseconds after which a wait is reported. */
const LONG = 3_000;

/** Waits for what `start` begins, and reports it once: when that takes long, or at the deadline. */
export async function waitFor<Value>(
  what: string,
  { clock, signal, onWait }: Wait,
  start: () => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  const waits = new AbortController();
  const tell = (): void => {
    if (!waits.signal.aborted) onWait(what);
    waits.abort();
  };
  const timer = clock.setTimeout(tell, LONG);
  signal.addEventListener("abort", tell, { signal: waits.signal });
  try {
    return await start();
  } finally {
    clock.clearTimeout(timer);
    waits.abort();
  }
}

/** Ends a wait after `milliseconds`, with {@linkcode TIME_IS_UP}, or at the deadline. */
export async function endAfter<Value>(
  milliseconds: number,
  { clock, signal }: Wait,
  start: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const time = new AbortController();
  const timer = clock.setTimeout(() => time.abort(TIME_IS_UP), milliseconds);
  try {
    return await start(AbortSignal.any([signal, time.signal]));
  } catch (error) {
    signal.throwIfAborted();
    throw time.signal.aborted ? TIME_IS_UP : error;
  } finally {
    clock.clearTimeout(timer);
  }
}
