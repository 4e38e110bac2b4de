import type { ListEnd } from "../tables.ts";
import type { PageAnswer } from "./_page_answer.ts";
import type { Shift } from "./page.ts";

/**
 * The state of a walk through a list. It is immutable, so that walks may part at any page.
 *
 * A place is the distance of an item from the end of the list that does not grow: the number of older items if new items are
 * added at the start, and the number of earlier items in any other list.
 */
export interface WalkState {
  /** End of the list at which new items are added; undefined if they may appear anywhere. */
  readonly grows: ListEnd | undefined;
  /** Number of the next page. */
  readonly page: number;
  /** Cursor of the next page, for a list by cursor; undefined before the first page. */
  readonly cursor?: string | undefined;
  /** First page of the walk. */
  readonly firstPage: number;
  /** Items of a full page: a page with fewer is the last, if the service reports no total. */
  readonly fullPage: number;
  /** True while totals agree with pages; otherwise the walk relies on page numbers and keys. */
  readonly isExact: boolean;
  /** Place of the next item; undefined before the first page. */
  readonly place?: number | undefined;
  /** Place of the walk's first item. */
  readonly origin?: number | undefined;
  /** Newest total of the list. */
  readonly total?: number | undefined;
  /** Keys of the yielded items, one set for each page. */
  readonly seen: readonly ReadonlySet<string>[];
  /** Key of the last yielded item. */
  readonly last?: string | undefined;
  /** Number of yielded items. */
  readonly yielded: number;
  /** Number of fetched pages. */
  readonly requests: number;
  /** Number of items removed from the list, by its totals. */
  readonly gone: number;
  /** Number of items removed since a page last confirmed the place. */
  readonly unchecked: number;
  /** Consecutive pages without the place of the next item; for a list by cursor, without a new item. */
  readonly misses: number;
  /** Consecutive pages with that place, but without a new item. */
  readonly idle: number;
  readonly shift: Shift;
  /** True if no further item is known. */
  readonly hasEnded: boolean;
}

/** Converts a place to an offset, or an offset to a place: the conversion is its own inverse. */
export function mirror({ grows }: Pick<WalkState, "grows">, count: number, total = 0): number {
  return grows === "start" ? total - count : count;
}

/** The state of a walk before its first page. */
export function initialState(page: number, list: Pick<WalkState, "grows" | "fullPage">): WalkState {
  return {
    ...list,
    page,
    firstPage: page,
    isExact: true,
    seen: [],
    yielded: 0,
    requests: 0,
    gone: 0,
    unchecked: 0,
    misses: 0,
    idle: 0,
    shift: { duplicates: 0, mayHaveGaps: false },
    hasEnded: false,
  };
}

/** The new items of a page, and the state of the walk once they are yielded. */
export interface Taken {
  /** Indices of the new items, ascending. */
  readonly fresh: readonly number[];
  readonly after: WalkState;
}

/** The state of a walk that has yielded only the first `count` items of a page. */
export function stateWithin(
  before: WalkState,
  answer: PageAnswer,
  { fresh, after }: Taken,
  count: number,
): WalkState {
  const yielded = fresh.slice(0, count);
  const index = yielded.at(-1);
  if (count >= fresh.length) return after;
  if (index === undefined) return before;
  const keys = yielded.map((each) => answer.keys[each] ?? "");
  const left = answer.items.length - 1 - index;
  const { place, total } = after;
  return {
    ...after,
    page: before.page,
    cursor: before.cursor,
    place:
      place === undefined ? undefined : mirror(after, mirror(after, place, total) - left, total),
    seen: [...before.seen, new Set(keys)],
    last: keys.at(-1),
    hasEnded: false,
  };
}
