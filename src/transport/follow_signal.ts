import { showValue } from "./show_value.ts";

/**
 * Runs a call under a signal of its own, which follows the caller's while the call lasts.
 *
 * A runtime may leave a listener on the signal of each request, and hold what it aborts weakly; so requests are given
 * the call's own signal, never the caller's, which may live long.
 *
 * @throws {TypeError} If `signal` is no signal.
 */
export async function followSignal<Value>(
  call: string,
  signal: AbortSignal | null | undefined,
  run: (own: AbortSignal | undefined) => Promise<Value>,
): Promise<Value> {
  if (signal === undefined || signal === null) return run(undefined);
  if (typeof signal.addEventListener !== "function") {
    throw new TypeError(
      `Cannot call ${call}: signal must be an AbortSignal, got ${showValue(signal)}`,
    );
  }
  const own = new AbortController();
  const onAbort = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  try {
    return await run(own.signal);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
