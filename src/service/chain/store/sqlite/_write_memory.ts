import type { ListKey } from "../_lists.ts";

/** Entries beyond which everything is forgotten; a few megabytes. */
const MAX_ENTRIES = 50_000;

/**
 * What a writer need not ask the database for again: ids of names and lengths of lists. Whoever changes either by other
 * means than adding, or has a change undone, clears it.
 */
export class WriteMemory {
  readonly #ids = new Map<string, number>();
  readonly #lengths = new Map<string, number>();

  /** The id of a name, looked up at most once. */
  idOf(name: string, find: (name: string) => number): number {
    return recall(this.#ids, name, () => find(name));
  }

  /** The next free position of a list, counted up; the first is looked up. */
  nextIn(list: ListKey, find: (list: ListKey) => number): number {
    const key = `${list[0]},${list[1]},${list[2]}`;
    const length = recall(this.#lengths, key, () => find(list));
    this.#lengths.set(key, length + 1);
    return length;
  }

  clear(): void {
    this.#ids.clear();
    this.#lengths.clear();
  }
}

function recall(map: Map<string, number>, key: string, find: () => number): number {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= MAX_ENTRIES) map.clear();
  const found = find();
  map.set(key, found);
  return found;
}
