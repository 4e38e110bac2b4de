import type { ListEnd } from "../tables.ts";
import type { ResponseInfo } from "../transport/mod.ts";
import type { PageAnswer } from "./_page_answer.ts";
import type { Shift } from "./page.ts";

/**
 * Where a walk stands in its list. It is never changed, so that walks may part at any page.
 *
 * A place is an item's distance from the end of the list that stays as it is: where new items come in at the start, the
 * number of items from there to the oldest one; in any other list, the number of items before.
 */
export interface Standing {
  /** End of the list at which new items are added; undefined for anywhere. */
  readonly grows: ListEnd | undefined;
  /** Page to ask for next. */
  readonly page: number;
  /** Cursor to ask with next, where the list goes by cursors; undefined before the first page. */
  readonly cursor?: string | undefined;
  /** Page the walk began at. */
  readonly firstPage: number;
  /** A page of fewer items is the last one, where the service does not say. */
  readonly fullPage: number;
  /** True while the totals agree with the pages; if not, only page numbers and keys are relied on. */
  readonly isExact: boolean;
  /** Place of the next item; undefined before the first page. */
  readonly place?: number | undefined;
  /** Place of the walk's first item. */
  readonly origin?: number | undefined;
  /** Items of the whole list when last told. */
  readonly total?: number | undefined;
  /** Keys of the items given, in sets of a page each. */
  readonly seen: readonly ReadonlySet<string>[];
  /** Key of the item given last. */
  readonly last?: string | undefined;
  /** Items given. */
  readonly given: number;
  /** Pages fetched. */
  readonly requests: number;
  /** Items that went from the list, by its totals. */
  readonly gone: number;
  /** Those of them that went since a page last showed where the walk stands. */
  readonly unchecked: number;
  /** Pages in a row that did not hold the place of the next item; of a list by cursor, those that gave nothing. */
  readonly misses: number;
  /** Pages in a row that held it and still gave nothing. */
  readonly idle: number;
  readonly shift: Shift;
  /** True where no further item is known of. */
  readonly hasEnded: boolean;
}

/** The offset of a place, or the place of an offset: one is made of the other in the same way. */
export function turn({ grows }: Pick<Standing, "grows">, count: number, total = 0): number {
  return grows === "start" ? total - count : count;
}

/** A walk before its first page. */
export function standAt(page: number, list: Pick<Standing, "grows" | "fullPage">): Standing {
  return {
    ...list,
    page,
    firstPage: page,
    isExact: true,
    seen: [],
    given: 0,
    requests: 0,
    gone: 0,
    unchecked: 0,
    misses: 0,
    idle: 0,
    shift: { duplicates: 0, mayHaveGaps: false },
    hasEnded: false,
  };
}

/** A page taken into a walk. */
export interface Step {
  readonly answer: PageAnswer;
  /** Undefined where nothing was asked. */
  readonly response?: ResponseInfo;
  /** Indices of the items to give, ascending. */
  readonly fresh: readonly number[];
  /** Position of the walk when it requested the page. */
  readonly before: Standing;
  /** Position once all of them are given. */
  readonly after: Standing;
}

/** A walk that has not asked for anything yet. */
export function stepAt(standing: Standing): Step {
  const answer = { items: [], keys: [], info: {} };
  return { answer, fresh: [], before: standing, after: standing };
}

/** Position of a walk that has given only the first `count` items of a page. */
export function standWithin({ answer, fresh, before, after }: Step, count: number): Standing {
  const given = fresh.slice(0, count);
  const index = given.at(-1);
  if (count >= fresh.length) return after;
  if (index === undefined) return before;
  const keys = given.map((each) => answer.keys[each] ?? "");
  const left = answer.items.length - 1 - index;
  const { place, total } = after;
  return {
    ...after,
    page: before.page,
    cursor: before.cursor,
    place: place === undefined ? undefined : turn(after, turn(after, place, total) - left, total),
    seen: [...before.seen, new Set(keys)],
    last: keys.at(-1),
    hasEnded: false,
  };
}
