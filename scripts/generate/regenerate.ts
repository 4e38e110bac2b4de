import { compareSpecs } from "../diff/mod.ts";
import { type CheckedSpecs, readSpecs } from "../specs/read_specs.ts";
import { type Specs, loadSpecs } from "../specs/specs.ts";

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
