import type { Clock } from "./clock.ts";

/** Waits `ms` milliseconds; rejects with the signal's reason at once on an abort. No listener or timer stays. */
export async function sleep(
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  const cancel = clock.after(ms, resolve);
  try {
    await promise;
  } finally {
    cancel();
    signal?.removeEventListener("abort", onAbort);
  }
}
