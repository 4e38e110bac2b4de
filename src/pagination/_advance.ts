import { advanceByPlace } from "./_advance_by_place.ts";
import { type PageAnswer, wholeInfo } from "./_page_answer.ts";
import type { PageInfo } from "./page.ts";
import type { Standing, Step } from "./_standing.ts";
import { MOST_IDLE, take } from "./_take.ts";

/** Takes the numbered page that a walk asked for. */
export function advance(before: Standing, answer: PageAnswer): Step {
  const info = reliableInfo(before, answer);
  return info ? advanceByPlace(before, answer, info) : advanceByPage(before, answer);
}

/** The extent, if it agrees with the page that was asked for and with the items on it. */
function reliableInfo(before: Standing, { items, info }: PageAnswer): PageInfo | undefined {
  const whole = wholeInfo(info);
  if (!whole || !before.isExact || whole.page !== before.page || whole.limit < 1) return undefined;
  const left = whole.totalItems - (whole.page - 1) * whole.limit;
  return items.length === Math.max(0, Math.min(whole.limit, left)) ? whole : undefined;
}

/** Takes a page of a list that does not tell its extent, or tells a wrong one: page follows page, told apart by keys. */
function advanceByPage(before: Standing, answer: PageAnswer): Step {
  const { items, info } = answer;
  const { fresh, after } = take(before, answer);
  const { given, idle, shift } = after;
  const hasEnded = items.length === 0 || idle >= MOST_IDLE || isLast(before, answer);
  // What new items push down comes again; where they come in elsewhere, another item took the place of one that does.
  const displaced = before.grows === "start" ? 0 : items.length - fresh.length;
  const skipped = (before.firstPage - 1) * (info.limit ?? 0);
  const missing = hasEnded ? (info.totalItems ?? 0) - skipped - given : 0;
  return {
    answer,
    fresh,
    before,
    after: {
      ...after,
      page: before.page + 1,
      fullPage: Math.max(before.fullPage, items.length),
      isExact: false,
      place: undefined,
      total: info.totalItems ?? before.total,
      shift: { ...shift, possibleGaps: Math.max(shift.possibleGaps + displaced, missing) },
      hasEnded,
    },
  };
}

/** Totals that contradict the pages say nothing of the end, and a page may then be short for any reason. */
function isLast({ page, fullPage }: Standing, { items, info }: PageAnswer): boolean {
  if (info.totalItems !== undefined) return false;
  if (info.totalPages !== undefined) return page >= info.totalPages;
  return items.length < (info.limit ?? fullPage);
}

/** Takes a page of a list by cursor: the cursor says where it goes on, and keys tell what came again. */
export function advanceByCursor(before: Standing, answer: PageAnswer): Step {
  const { fresh, after } = take(before, answer);
  const { next } = answer;
  // At the end the last page is asked for again, should the walk be resumed.
  const cursor = next ?? before.cursor;
  const hasEnded = next === undefined;
  return { answer, fresh, before, after: { ...after, cursor, misses: after.idle, hasEnded } };
}
