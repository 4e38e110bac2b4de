/** How the doctor waits. */
export interface Wait {
  /** Aborted at the doctor's deadline: what is under way ends, and nothing more is begun. */
  readonly signal: AbortSignal;
  /** Called with what takes long. */
  readonly onWait: (what: string) => void;
  /** Resolves when the rate limit admits a further message of a WebSocket. */
  readonly turn: () => Promise<void>;
}

/** The reason of that signal. */
export class DeadlineError extends Error {}

/** Milliseconds that an answer, a reply or a handshake may take. */
export const LONGEST_ANSWER = 10_000;

/** Milliseconds after which a wait is reported. */
const LONG = 3_000;

/** Waits for what `start` begins, and reports it once: when that takes long, or at the deadline. */
export async function waitFor<Value>(
  what: string,
  { signal, onWait }: Wait,
  start: () => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  const waits = new AbortController();
  const tell = (): void => {
    if (!waits.signal.aborted) onWait(what);
    waits.abort();
  };
  const timer = setTimeout(tell, LONG);
  signal.addEventListener("abort", tell, { signal: waits.signal });
  try {
    return await start();
  } finally {
    clearTimeout(timer);
    waits.abort();
  }
}
