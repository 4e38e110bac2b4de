/**
 * Milliseconds in which the same signal again is no second one: npm passes on to its child what the terminal has sent to
 * both.
 */
const ECHO = 1_000;

/** Calls `stop` for the first signal to stop; a second one, of either kind, ends the process at once. */
export function onStopSignal(stop: () => void): void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.removeAllListeners(signal).on(signal, () => {
      if (!first) {
        first = { signal, at: performance.now() };
        stop();
      } else if (signal !== first.signal || performance.now() - first.at > ECHO) {
        process.exit(1);
      }
    });
  }
}
