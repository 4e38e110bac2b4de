/**
 * A wait that can be ended.
 *
 * @module
 */

/** Waits for some milliseconds, or until `signal` is aborted; never rejects. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end, { once: true });
  });
}
