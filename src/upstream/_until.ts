import { sleep, throwIfAborted } from "../transport/internal.ts";
import type { Clock, Transport } from "../transport/mod.ts";

const STEP = 20;

/**
 * Waits until a condition holds: at most so many milliseconds, and no longer than until `signal` aborts. Tells whether it
 * holds then; never rejects.
 */
export async function until(
  holds: () => boolean,
  patience: number,
  clock: Pick<Clock, "setTimeout" | "clearTimeout">,
  signal: AbortSignal,
): Promise<boolean> {
  for (let waited = 0; ; waited += STEP) {
    if (holds()) return true;
    if (waited >= patience || signal.aborted) return false;
    await sleep(STEP, clock, signal).catch(() => undefined);
  }
}

/** A transport that calls go through until `signal` aborts. Those without a signal of their own are cancelled then. */
export function transportUntil(signal: AbortSignal, transport: Transport): Transport {
  return {
    ...transport,
    async call(call, options) {
      throwIfAborted(signal);
      return transport.call(call, { ...options, signal: options?.signal ?? signal });
    },
  };
}
