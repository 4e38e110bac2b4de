import { watch } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds without a further event after which a file is taken to be saved. */
const QUIET = 100;

/**
 * Calls `changed` each time one of `files` in `folder` was written, moved there or removed, until `signal` is aborted.
 * Several events in a row are one call, and an event during a call leads to one more.
 *
 * It watches the folder, since editors put a new file in the place of the old one.
 */
export async function watchFiles(
  folder: string,
  files: readonly string[],
  changed: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let events = 0;
  let wake = (): void => {};
  const watcher = watch(folder, { signal }, (_, name) => {
    if (name !== null && !files.includes(name)) return;
    events += 1;
    wake();
  });
  watcher.on("error", () => {});
  signal.addEventListener("abort", () => wake());
  for (let seen = 0; !signal.aborted;) {
    if (events === seen) await new Promise<void>((resolve) => (wake = resolve));
    do {
      seen = events;
      await delay(QUIET, undefined, { signal }).catch(() => {});
    } while (events !== seen && !signal.aborted);
    if (!signal.aborted) await changed();
  }
}
