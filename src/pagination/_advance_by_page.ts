import type { PageAnswer } from "./_page_answer.ts";
import { newIndices, remember } from "./_remember.ts";
import type { Standing } from "./_standing.ts";
import type { Step } from "./_step.ts";

/** Pages in a row without anything new after which a list is taken to have ended, or to ignore the page asked for. */
const MOST_IDLE = 2;

/** Takes a page of a list that does not tell its extent, or tells a wrong one: page follows page, told apart by keys. */
export function advanceByPage(before: Standing, answer: PageAnswer): Step {
  const { items, keys, info } = answer;
  const fresh = newIndices(before.seen, keys);
  const freshKeys = fresh.map((index) => keys[index] ?? "");
  const again = keys.length - fresh.length;
  const idle = fresh.length > 0 ? 0 : before.idle + 1;
  const given = before.given + fresh.length;
  const hasEnded = items.length === 0 || idle >= MOST_IDLE || isLast(before, answer);
  const missing = hasEnded && info.totalItems !== undefined ? unseen(before, answer, given) : 0;
  // What new items push down comes again; where they come in elsewhere, another item took the place of one that does.
  const displaced = before.grows === "start" ? 0 : again;
  const { shift } = before;
  return {
    answer,
    fresh,
    before,
    after: {
      ...before,
      page: before.page + 1,
      fullPage: Math.max(before.fullPage, items.length),
      isExact: false,
      place: undefined,
      total: info.totalItems ?? before.total,
      seen: remember(before.seen, freshKeys, before.grows !== undefined),
      last: freshKeys.at(-1) ?? before.last,
      given,
      idle,
      shift: {
        ...shift,
        duplicates: shift.duplicates + again,
        possibleGaps: Math.max(shift.possibleGaps + displaced, missing),
      },
      hasEnded,
    },
    placeAfter: () => undefined,
  };
}

/** Totals that contradict the pages say nothing of the end, and a page may then be short for any reason. */
function isLast({ page, fullPage }: Standing, { items, info }: PageAnswer): boolean {
  if (info.totalItems !== undefined) return false;
  if (info.totalPages !== undefined) return page >= info.totalPages;
  return items.length < (info.limit ?? fullPage);
}

/** Items that the list claims to have beyond those given. */
function unseen({ firstPage }: Standing, { info }: PageAnswer, given: number): number {
  const before = (firstPage - 1) * (info.limit ?? 0);
  return Math.max(0, (info.totalItems ?? 0) - before - given);
}
