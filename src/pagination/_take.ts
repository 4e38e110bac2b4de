import type { PageAnswer } from "./_page_answer.ts";
import type { Standing } from "./_standing.ts";

/** Most keys that are remembered of a list that only grows at one end: what comes again came lately. */
const RECENT = 2_000;

/** Most keys that are remembered of any other list. */
const MOST = 100_000;

/** Pages in a row without anything new after which a list is taken to have ended, or to ignore the page asked for. */
export const MOST_IDLE = 2;

/** What a page gives, and where the walk stands then as far as keys tell. */
export interface Taken {
  readonly fresh: readonly number[];
  readonly after: Standing;
}

/**
 * Takes the items of a page that are new: not remembered, and not on the same page before.
 *
 * @param start Index of the first item that may be given.
 * @param foreign Items of the page that lie before the walk's first one.
 */
export function take(before: Standing, { keys }: PageAnswer, start = 0, foreign = 0): Taken {
  const fresh: number[] = [];
  const added = new Set<string>();
  keys.forEach((key, index) => {
    if (index < start || added.has(key) || isSeen(before, key)) return;
    added.add(key);
    fresh.push(index);
  });
  const { shift } = before;
  const duplicates = shift.duplicates + Math.max(0, keys.length - foreign - fresh.length);
  const after = {
    ...before,
    seen: remember(before, added),
    last: [...added].at(-1) ?? before.last,
    given: before.given + fresh.length,
    idle: fresh.length > 0 ? 0 : before.idle + 1,
    shift: { ...shift, duplicates },
  };
  return { fresh, after };
}

/** Tells whether a key is remembered. */
export function isSeen({ seen }: Standing, key: string): boolean {
  return seen.some((page) => page.has(key));
}

/** Adds the keys of a page. The oldest pages are forgotten. */
function remember({ seen, grows }: Standing, keys: ReadonlySet<string>): Standing["seen"] {
  if (keys.size === 0) return seen;
  const all = [...seen, keys];
  let size = 0;
  const oldest = all.findLastIndex((page) => {
    size += page.size;
    return size >= (grows ? RECENT : MOST);
  });
  return all.slice(Math.max(0, oldest));
}
