import type { Clock } from "../transport/mod.ts";

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
  const timer = clock.setTimeout(resolve, ms);
  try {
    await promise;
  } finally {
    clock.clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
