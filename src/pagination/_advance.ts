import { type PageAnswer, wholeInfo } from "./_page_answer.ts";
import { type Standing, type Step, turn } from "./_standing.ts";
import type { PageInfo } from "./page.ts";

/** Most keys that are remembered of a list that only grows at one end: a repeated item is a recent one. */
const RECENT = 2_000;

/** Most keys that are remembered of any other list. */
const MOST = 100_000;

/** Pages in a row without anything new after which a list is taken to have ended, or to ignore the page asked for. */
const MOST_IDLE = 2;

/** The items of a page, and the place of the walk behind them as far as keys tell. */
interface Taken {
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
function isSeen({ seen }: Standing, key: string): boolean {
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
  // Items that new ones push down come again; where new ones come in elsewhere, another item took the place of one that does.
  const isDisplaced = before.grows !== "start" && items.length > fresh.length;
  const skipped = (before.firstPage - 1) * (info.limit ?? 0);
  const isShort = hasEnded && (info.totalItems ?? 0) > skipped + given;
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
      shift: { ...shift, mayHaveGaps: shift.mayHaveGaps || isDisplaced || isShort },
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

/** Takes a page of a list by cursor: the cursor says where it goes on, and keys tell repeated items. */
export function advanceByCursor(before: Standing, answer: PageAnswer): Step {
  const { fresh, after } = take(before, answer);
  const { next } = answer;
  // At the end the last page is asked for again, should the walk be resumed.
  const cursor = next ?? before.cursor;
  const hasEnded = next === undefined;
  return { answer, fresh, before, after: { ...after, cursor, misses: after.idle, hasEnded } };
}

/** Position of a page in the list as it is now; offsets count from the start. */
interface Location {
  readonly begin: number;
  /** Offset behind the page's last item. */
  readonly end: number;
  readonly total: number;
  readonly limit: number;
  /** Offset of the next item to give. */
  readonly due: number;
  /** Offset of the walk's first item. */
  readonly first: number;
  /** Items by which the list grew since its total was last told; below 0 where it shrank. */
  readonly growth: number;
}

/** Takes a page whose extent is told: what came in since the page before is skipped by count, and checked by key. */
function advanceByPlace(before: Standing, answer: PageAnswer, info: PageInfo): Step {
  const { page, limit, totalItems: total } = info;
  const begin = (page - 1) * limit;
  const offsetOf = (place = turn(before, begin, total)): number =>
    Math.min(Math.max(0, turn(before, place, total)), total);
  const at: Location = {
    begin,
    end: begin + answer.items.length,
    total,
    limit,
    due: offsetOf(before.place),
    first: offsetOf(before.origin),
    growth: total - (before.total ?? total),
  };
  const place = turn(before, at.due, total);
  const known = { ...shrunk(before, at), place, origin: before.origin ?? place, total };
  const isHere = at.due >= begin && at.due <= at.end && (at.due < at.end || at.end === total);
  if (!isHere) return { answer, fresh: [], before, after: lookElsewhere(known, at) };
  const { fresh, after } = takeHere(known, answer, at);
  return { answer, fresh, before, after: { ...after, place: turn(before, at.end, total) } };
}

/** What the total alone tells of items that went. */
function shrunk(before: Standing, { total, growth }: Location): Standing {
  const { shift, grows, place = 0, unchecked, gone } = before;
  const lost = Math.max(0, -growth);
  // In a list that grows at its end, the items before the place are missing; in others the page may tell more.
  const mayHaveGaps = shift.mayHaveGaps || (grows === "end" && place > total);
  return {
    ...before,
    unchecked: unchecked + lost,
    gone: gone + lost,
    shift: { ...shift, mayHaveGaps },
  };
}

/**
 * The page does not hold the next item. If the one that was asked for instead did not either, the list grows by more
 * than a page from one request to the next: it is expected to go on like that.
 */
function lookElsewhere(known: Standing, at: Location): Standing {
  const isMoving = known.grows === "start" && known.misses > 0;
  const offset = at.due + (isMoving ? Math.max(0, at.growth) : 0);
  const hasEnded = at.due >= at.total;
  const mayHaveGaps = hasEnded ? hasGapsUntil(at.due, known, at) : known.shift.mayHaveGaps;
  return {
    ...known,
    page: Math.floor(offset / at.limit) + 1,
    misses: known.misses + 1,
    shift: { ...known.shift, mayHaveGaps },
    hasEnded,
  };
}

/** The page holds the next item, or ends the list where that comes. */
function takeHere(known: Standing, answer: PageAnswer, at: Location): Taken {
  const { begin, end, due, first, limit, total } = at;
  const skipped = answer.keys.slice(0, due - begin);
  const foreign = Math.max(0, first - begin);
  // The item before the next one is the one given last, as far as the page shows it.
  const isAnchored = known.last === undefined || (skipped.at(-1) ?? known.last) === known.last;
  const start = isAnchored ? skipped.length : foreign;
  const { fresh, after } = take(known, answer, known.grows ? start : 0, foreign);
  const isIdle = after.idle >= MOST_IDLE;
  const mayHaveGaps =
    hasGapsUntil(end, after, at) ||
    (known.grows !== undefined &&
      // The items given above this page may all have been replaced.
      (!isAnchored ||
        answer.keys.slice(skipped.length).some((key) => isSeen(known, key)) ||
        // Nothing shows where the walk stands, so each item that went may have been one that is still to come.
        (skipped.length === 0 &&
          known.last !== undefined &&
          known.grows === "start" &&
          known.unchecked > 0)));
  return {
    fresh,
    after: {
      ...after,
      page: Math.floor(end / limit) + 1,
      unchecked: 0,
      misses: 0,
      shift: { ...after.shift, mayHaveGaps },
      hasEnded: end >= total || isIdle,
    },
  };
}

/**
 * Tells whether items before `offset` may have been missed. Of a list that changes anywhere: where places were passed
 * without an item for each, or others left above while the rest moved up.
 */
function hasGapsUntil(
  offset: number,
  { gone, grows, given, shift }: Standing,
  { first }: Location,
): boolean {
  return shift.mayHaveGaps || (grows === undefined && offset - first + gone > given);
}
