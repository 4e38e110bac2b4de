/** Most keys that are remembered of a list that only grows at one end: what comes again came lately. */
const RECENT = 2_000;

/** Most keys that are remembered of any other list. */
const MOST = 100_000;

/** Adds the keys of a page. The oldest pages are forgotten. */
export function remember(
  seen: readonly ReadonlySet<string>[],
  keys: readonly string[],
  isGrowing: boolean,
): readonly ReadonlySet<string>[] {
  if (keys.length === 0) return seen;
  const all = [...seen, new Set(keys)];
  let size = all.reduce((sum, page) => sum + page.size, 0);
  let forgotten = 0;
  for (const page of all) {
    size -= page.size;
    if (size < (isGrowing ? RECENT : MOST)) break;
    forgotten += 1;
  }
  return all.slice(forgotten);
}

/** Indices, from `start` on, of the keys that are new: not remembered, and not on the same page before. */
export function newIndices(
  seen: readonly ReadonlySet<string>[],
  keys: readonly string[],
  start = 0,
): number[] {
  const own = new Set<string>();
  const indices: number[] = [];
  keys.forEach((key, index) => {
    if (index < start || own.has(key) || isSeen(seen, key)) return;
    own.add(key);
    indices.push(index);
  });
  return indices;
}

/** Tells whether a key is remembered. */
export function isSeen(seen: readonly ReadonlySet<string>[], key: string): boolean {
  return seen.some((page) => page.has(key));
}
