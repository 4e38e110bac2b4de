import type { ResponseInfo } from "../transport/mod.ts";
import type { PageAnswer } from "./_page_answer.ts";
import type { Standing } from "./_standing.ts";

/** A page taken into a walk. */
export interface Step {
  readonly answer: PageAnswer;
  /** Undefined where nothing was asked. */
  readonly response?: ResponseInfo;
  /** Which of its items are given: indices, upwards. */
  readonly fresh: readonly number[];
  /** Where the walk stood when it asked for the page. */
  readonly before: Standing;
  /** Where it stands with all of them given. */
  readonly after: Standing;
  /** Place behind the item of an index; undefined where only page numbers are relied on. */
  readonly placeAfter: (index: number) => number | undefined;
}

/** Where a walk stands with only the first `count` items of a page given. */
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
