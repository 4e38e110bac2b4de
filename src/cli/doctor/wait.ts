import type { Clock } from "../../transport/mod.ts";

/** The clock and the deadline of all waits of the doctor. */
export interface Wait {
  readonly clock: Clock;
  /** Aborted at the doctor's deadline: requests under way end, and no more begin. */
  readonly signal: AbortSignal;
  /** Reports a slow wait by its name. */
  readonly onWait: (what: string) => void;
  /** Resolves when the rate limit admits a further message of a WebSocket. */
  readonly turn: () => Promise<void>;
}

/** The reason of that signal. */
export class DeadlineError extends Error {}

/** The error of a wait that had a time of its own, and whose time is over. */
export class SilenceError extends Error {}

/** Milliseconds that an answer, a reply or a handshake may take. */
export const LONGEST_ANSWER = 10_000;

/** Milliseconds after which a wait is reported. */
const LONG = 3_000;

/**
 * Waits for the promise of `start`. A wait that is slow, or that the deadline ends, is reported once.
 *
 * @param longest Timeout in milliseconds; without it, only the deadline ends the wait.
 */
export async function waitFor<Value>(
  what: string,
  { clock, signal, onWait }: Wait,
  start: (signal: AbortSignal) => Promise<Value>,
  longest?: number,
): Promise<Value> {
  signal.throwIfAborted();
  const [time, waiting] = [new AbortController(), new AbortController()];
  const report = (): void => {
    if (!waiting.signal.aborted) onWait(what);
    waiting.abort();
  };
  const end = (): void =>
    time.abort(new SilenceError(`no answer within ${Number(longest) / 1000} s`));
  const timers = [clock.setTimeout(report, LONG)];
  if (longest !== undefined) timers.push(clock.setTimeout(end, longest));
  signal.addEventListener("abort", report, { signal: waiting.signal });
  try {
    return await start(AbortSignal.any([signal, time.signal]));
  } catch (error) {
    signal.throwIfAborted();
    throw time.signal.aborted ? time.signal.reason : error;
  } finally {
    for (const timer of timers) clock.clearTimeout(timer);
    waiting.abort();
  }
}
