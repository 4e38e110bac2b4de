import { watch } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { compareSpecs } from "../diff/mod.ts";
import { type CheckedSpecs, readSpecs } from "../specs/read_specs.ts";
import { loadSpecs, type Specs } from "../specs/specs.ts";

/** Milliseconds without a further event after which a file is taken to be saved. */
const QUIET = 100;

/**
 * Calls `changed` each time one of `files` in `folder` was written, moved there or removed, until `signal` is aborted.
 * Several events in a row are one call, and what happens during a call is followed by one more.
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

/**
 * A function that reads and checks the specs in `folder` and calls `write` if they are other than those written last,
 * with a sentence on what changed; it resolves to 0.
 *
 * @throws {SpecError} From that function, if the specs cannot be used.
 */
export function regenerate(
  folder: string,
  write: (checked: CheckedSpecs, news: string) => Promise<void>,
): () => Promise<number> {
  let last: Specs | undefined;
  return async () => {
    const next = await loadSpecs(folder);
    if (last && textOf(last) === textOf(next)) return 0;
    await write(await readSpecs(folder), last ? `${summarize(last, next)}. ` : "");
    last = next;
    return 0;
  };
}

function textOf({ openapi, openrpc }: Specs): string {
  return `${openapi.text}\0${openrpc.text}`;
}

/** Changes in a few words, the worst first. */
function summarize(base: Specs, next: Specs): string {
  const changes = compareSpecs(base, next);
  const [first] = changes;
  if (first === undefined) return "The specs are unchanged";
  const { spec, line, level, message } = first;
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : "";
  return `${spec}:${line}: ${level}: ${message}${more}`;
}
