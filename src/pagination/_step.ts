import type { ResponseInfo } from "../transport/mod.ts";
import type { PageAnswer } from "./_page_answer.ts";
import type { Standing } from "./_standing.ts";

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
  /** Place behind the item of an index; undefined where only page numbers are relied on. */
  readonly placeAfter: (index: number) => number | undefined;
}

/** Position of a walk that has given only the first `count` items of a page. */
export function standWithin(
  { answer, fresh, before, after, placeAfter }: Step,
  count: number,
): Standing {
  if (count >= fresh.length) return after;
  const given = fresh.slice(0, count);
  const index = given.at(-1);
  if (index === undefined) return before;
  const keys = given.map((each) => answer.keys[each] ?? "");
  return {
    ...after,
    page: before.page,
    cursor: before.cursor,
    place: placeAfter(index),
    seen: [...before.seen, new Set(keys)],
    last: keys.at(-1),
    hasEnded: false,
  };
}
