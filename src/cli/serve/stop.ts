import { isRunning } from "../../file_lock.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Milliseconds in which a repeated signal is ignored: a terminal sends a signal to npm and to its child, and npm passes
 * its own on.
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

/** Ends the process once `close` is done: with 0, or with a line and 1 where it failed. */
export async function endProcess(
  { stderr }: Pick<Terminal, "stderr">,
  close: () => Promise<void>,
): Promise<void> {
  try {
    await close();
    process.exit(0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    stderr.lines([`error: ${reason}`], () => process.exit(1));
  }
}

/** Milliseconds between two checks of the parent: no system notifies a process that its parent has ended. */
const INTERVAL = 500;

/** Resolves when the process that started this one has ended. Keeps nothing running. */
export function parentEnd(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // Elsewhere than on Windows, another process becomes the parent.
      if (process.ppid === parent && isRunning(parent)) return;
      clearInterval(timer);
      resolve();
    }, INTERVAL);
    timer.unref();
  });
}
