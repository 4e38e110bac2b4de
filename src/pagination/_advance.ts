import { type PageAnswer, wholeInfo } from "./_page_answer.ts";
import { mirror, type Taken, type WalkState } from "./_walk_state.ts";
import type { PageInfo } from "./page.ts";

/** Maximum number of remembered keys for a list that grows at one end, where only recent items repeat. */
const MAX_RECENT_KEYS = 2_000;

/** Maximum number of remembered keys for any other list. */
const MAX_KEYS = 100_000;

/** Consecutive pages without a new item that end a walk: the list is at its end, or ignores the page number. */
const MAX_IDLE = 2;

/**
 * Takes the new items of a page: neither remembered, nor earlier on the page.
 *
 * @param start Index of the first item that may be new.
 * @param foreign Number of items on the page before the first item of the walk.
 */
function take(before: WalkState, { keys }: PageAnswer, start = 0, foreign = 0): Taken {
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
    yielded: before.yielded + fresh.length,
    requests: before.requests + 1,
    idle: fresh.length > 0 ? 0 : before.idle + 1,
    shift: { ...shift, duplicates },
  };
  return { fresh, after };
}

/** Tells whether a key is remembered. */
function isSeen({ seen }: WalkState, key: string): boolean {
  return seen.some((page) => page.has(key));
}

/** Remembers the keys of a page, and forgets the oldest pages. */
function remember({ seen, grows }: WalkState, keys: ReadonlySet<string>): WalkState["seen"] {
  if (keys.size === 0) return seen;
  const all = [...seen, keys];
  let size = 0;
  const oldest = all.findLastIndex((page) => {
    size += page.size;
    return size >= (grows ? MAX_RECENT_KEYS : MAX_KEYS);
  });
  return all.slice(Math.max(0, oldest));
}

/** Takes the page that a walk requested by number. */
export function advanceByNumber(before: WalkState, answer: PageAnswer): Taken {
  const info = reliableInfo(before, answer);
  return info ? advanceByPlace(before, answer, info) : advanceByPage(before, answer);
}

/** The pagination of an answer, if it agrees with the requested page and its items. */
function reliableInfo(before: WalkState, { items, info }: PageAnswer): PageInfo | undefined {
  const whole = wholeInfo(info);
  if (!whole || !before.isExact || whole.page !== before.page || whole.limit < 1) return undefined;
  const left = whole.totalItems - (whole.page - 1) * whole.limit;
  return items.length === Math.max(0, Math.min(whole.limit, left)) ? whole : undefined;
}

/** Takes a page of a list without reliable pagination: pages follow one another, and keys show repeated items. */
function advanceByPage(before: WalkState, answer: PageAnswer): Taken {
  const { items, info } = answer;
  const { fresh, after } = take(before, answer);
  const { yielded, idle, shift } = after;
  const hasEnded = items.length === 0 || idle >= MAX_IDLE || isLast(before, answer);
  // New items at the start push others down, which repeat. Elsewhere, a repeated item has displaced an unseen one.
  const isDisplaced = before.grows !== "start" && items.length > fresh.length;
  const skipped = (before.firstPage - 1) * (info.limit ?? 0);
  const isShort = hasEnded && (info.totalItems ?? 0) > skipped + yielded;
  return {
    fresh,
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

/** Without totals, a short page is the last. If there are totals, they contradict the pages, and do not show the end. */
function isLast({ page, fullPage }: WalkState, { items, info }: PageAnswer): boolean {
  if (info.totalItems !== undefined) return false;
  if (info.totalPages !== undefined) return page >= info.totalPages;
  return items.length < (info.limit ?? fullPage);
}

/** Takes a page of a list by cursor: the cursor leads on, and keys show repeated items. */
export function advanceByCursor(before: WalkState, answer: PageAnswer): Taken {
  const { fresh, after } = take(before, answer);
  const { next } = answer;
  // At the end, the cursor stays at the last page, for a resumed walk.
  const cursor = next ?? before.cursor;
  const hasEnded = next === undefined;
  return { fresh, after: { ...after, cursor, misses: after.idle, hasEnded } };
}

/** Location of a page in the present list, in offsets from the start. */
interface Location {
  readonly begin: number;
  /** Offset after the last item of the page. */
  readonly end: number;
  readonly total: number;
  readonly limit: number;
  /** Offset of the next item of the walk. */
  readonly due: number;
  /** Offset of the first item of the walk. */
  readonly first: number;
  /** Difference of the last two totals; below 0 if the list shrank. */
  readonly growth: number;
}

/** Takes a page with reliable pagination: items added since the page before are skipped by count, and checked by key. */
function advanceByPlace(before: WalkState, answer: PageAnswer, info: PageInfo): Taken {
  const { page, limit, totalItems: total } = info;
  const begin = (page - 1) * limit;
  const offsetOf = (place = mirror(before, begin, total)): number =>
    Math.min(Math.max(0, mirror(before, place, total)), total);
  const at: Location = {
    begin,
    end: begin + answer.items.length,
    total,
    limit,
    due: offsetOf(before.place),
    first: offsetOf(before.origin),
    growth: total - (before.total ?? total),
  };
  const place = mirror(before, at.due, total);
  const known = { ...shrunk(before, at), place, origin: before.origin ?? place, total };
  const hasNext = at.due >= begin && at.due <= at.end && (at.due < at.end || at.end === total);
  if (!hasNext) return { fresh: [], after: seekNext(known, at) };
  const { fresh, after } = takeFrom(known, answer, at);
  return { fresh, after: { ...after, place: mirror(before, at.end, total) } };
}

/** The state after items were removed, as far as the total shows. */
function shrunk(before: WalkState, { total, growth }: Location): WalkState {
  const { shift, grows, place = 0, unchecked, gone } = before;
  const lost = Math.max(0, -growth);
  // A list that grows at its end has lost items before the place; in other lists the page shows more.
  const mayHaveGaps = shift.mayHaveGaps || (grows === "end" && place > total);
  return {
    ...before,
    unchecked: unchecked + lost,
    gone: gone + lost,
    shift: { ...shift, mayHaveGaps },
  };
}

/**
 * Moves on from a page without the next item. After a second such page, the list grows by more than a page per request, and
 * the next offset includes the expected growth.
 */
function seekNext(known: WalkState, at: Location): WalkState {
  const isMoving = known.grows === "start" && known.misses > 0;
  const offset = at.due + (isMoving ? Math.max(0, at.growth) : 0);
  const hasEnded = at.due >= at.total;
  const mayHaveGaps = hasEnded ? hasGapsUntil(at.due, known, at) : known.shift.mayHaveGaps;
  return {
    ...known,
    page: Math.floor(offset / at.limit) + 1,
    misses: known.misses + 1,
    requests: known.requests + 1,
    shift: { ...known.shift, mayHaveGaps },
    hasEnded,
  };
}

/** Takes a page with the next item, or the page at whose end that item will appear. */
function takeFrom(known: WalkState, answer: PageAnswer, at: Location): Taken {
  const { begin, end, due, first, limit, total } = at;
  const skipped = answer.keys.slice(0, due - begin);
  const foreign = Math.max(0, first - begin);
  // True unless the page shows that the item before the next one is not the last yielded one.
  const isAnchored = known.last === undefined || (skipped.at(-1) ?? known.last) === known.last;
  const start = isAnchored ? skipped.length : foreign;
  const { fresh, after } = take(known, answer, known.grows ? start : 0, foreign);
  const isIdle = after.idle >= MAX_IDLE;
  const mayHaveGaps =
    hasGapsUntil(end, after, at) ||
    (known.grows !== undefined &&
      // All yielded items before this page may have been replaced.
      (!isAnchored ||
        answer.keys.slice(skipped.length).some((key) => isSeen(known, key)) ||
        // Nothing confirms the place, so each removed item may have been one that was not yielded yet.
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
 * Tells whether items before `offset` may have been missed. A list that changes anywhere may have gaps if fewer items were
 * yielded than places passed, or if items before them were removed.
 */
function hasGapsUntil(
  offset: number,
  { gone, grows, yielded, shift }: WalkState,
  { first }: Location,
): boolean {
  return shift.mayHaveGaps || (grows === undefined && offset - first + gone > yielded);
}
