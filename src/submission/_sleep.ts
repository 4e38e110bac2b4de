import { type Clock, onAbort } from "../transport/mod.ts";

/** Waits `ms` milliseconds; rejects with the signal's reason at once on an abort. No listener or timer stays. */
export async function sleep(
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let timer: unknown;
  let release: (() => void) | undefined;
  signal?.throwIfAborted();
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal) release = onAbort(signal, () => reject(signal.reason));
      timer = clock.setTimeout(resolve, ms);
    });
  } finally {
    clock.clearTimeout(timer);
    release?.();
  }
}
