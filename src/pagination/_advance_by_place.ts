import type { Shift } from "./shift.ts";
import type { PageAnswer } from "./_page_answer.ts";
import { isSeen, newIndices, remember } from "./_remember.ts";
import type { PageInfo } from "./page.ts";
import type { Standing } from "./_standing.ts";
import type { Step } from "./_step.ts";

/** Pages in a row without anything new after which a list is not asked further. */
const MOST_IDLE = 2;

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
}

/** Takes a page whose extent is told: what came in since the page before is skipped by count, and checked by key. */
export function advanceByPlace(before: Standing, answer: PageAnswer, info: PageInfo): Step {
  const at = locate(before, answer, info);
  const placeOf = (offset: number): number =>
    before.grows === "start" ? at.total - offset : offset;
  const known: Standing = {
    ...before,
    place: placeOf(at.due),
    origin: before.origin ?? placeOf(at.due),
    total: at.total,
    unchecked: before.unchecked + lost(before, at),
    shift: moved(before, at),
  };
  const placeAfter = (index: number): number => placeOf(at.begin + index + 1);
  const isHere = at.due >= at.begin && at.due <= at.end && (at.due < at.end || at.end === at.total);
  if (!isHere)
    return { answer, fresh: [], before, after: lookElsewhere(known, before, at), placeAfter };
  const fresh = freshItems(known, answer, at);
  const after = { ...take(known, answer, at, fresh), place: placeOf(at.end) };
  return { answer, fresh, before, after, placeAfter };
}

function locate(before: Standing, { items }: PageAnswer, info: PageInfo): Location {
  const { limit, totalItems: total } = info;
  const begin = (info.page - 1) * limit;
  const offsetOf = (place: number | undefined): number => {
    if (place === undefined) return Math.min(begin, total);
    return before.grows === "start" ? Math.max(0, total - place) : Math.min(place, total);
  };
  const due = offsetOf(before.place);
  return { begin, end: begin + items.length, total, limit, due, first: offsetOf(before.origin) };
}

function lost(before: Standing, { total }: Location): number {
  return Math.max(0, (before.total ?? total) - total);
}

/** The shift that the total alone tells. */
function moved(before: Standing, at: Location): Shift {
  const { shift, grows, place = 0 } = before;
  const grown = Math.max(0, at.total - (before.total ?? at.total));
  // Of a list that grows at its end, what lay before the place is missing; of others the page may tell more.
  const cut = grows === "end" ? Math.max(0, place - at.total) : 0;
  return {
    ...shift,
    shifted: shift.shifted + (grows === "end" ? 0 : grown),
    shrunk: shift.shrunk + lost(before, at),
    possibleGaps: shift.possibleGaps + cut,
  };
}

/**
 * The page does not hold the next item. If the one that was asked for instead did not either, the list grows by more
 * than a page from one request to the next: it is expected to go on like that.
 */
function lookElsewhere(known: Standing, before: Standing, at: Location): Standing {
  const growth = Math.max(0, at.total - (before.total ?? at.total));
  const isMoving = known.grows === "start" && before.misses > 0;
  const offset = at.due + (isMoving ? growth : 0);
  const { shift } = known;
  const hasEnded = at.due >= at.total;
  const gaps = hasEnded && !known.grows ? at.due - at.first - known.given + shift.shrunk : 0;
  return {
    ...known,
    page: Math.floor(offset / at.limit) + 1,
    misses: before.misses + 1,
    shift: { ...shift, possibleGaps: Math.max(shift.possibleGaps, gaps) },
    hasEnded,
  };
}

/** Indices of the items to give. */
function freshItems(known: Standing, { keys }: PageAnswer, at: Location): number[] {
  const isSure = known.grows !== undefined && isAnchored(known, keys, at);
  const from = isSure ? at.due - at.begin : Math.max(0, at.first - at.begin);
  return newIndices(known.seen, keys, known.grows === undefined ? 0 : from);
}

/** Tells whether the item before the next one is the one given last, as far as the page shows it. */
function isAnchored({ last }: Standing, keys: readonly string[], at: Location): boolean {
  const index = at.due - at.begin - 1;
  return index < 0 || last === undefined || keys[index] === last;
}

function take(
  known: Standing,
  answer: PageAnswer,
  at: Location,
  fresh: readonly number[],
): Standing {
  const keys = fresh.map((index) => answer.keys[index] ?? "");
  const given = known.given + fresh.length;
  const hasEnded = at.end >= at.total;
  const idle = fresh.length > 0 || hasEnded ? 0 : known.idle + 1;
  const again = Math.max(0, answer.keys.length - Math.max(0, at.first - at.begin) - fresh.length);
  const gaps = gapsSoFar(known, answer, at, given) + (idle < MOST_IDLE ? 0 : at.total - at.end);
  return {
    ...known,
    page: Math.floor(at.end / at.limit) + 1,
    seen: remember(known.seen, keys, known.grows !== undefined),
    last: keys.at(-1) ?? known.last,
    given,
    unchecked: 0,
    misses: 0,
    idle,
    shift: { ...known.shift, duplicates: known.shift.duplicates + again, possibleGaps: gaps },
    hasEnded: hasEnded || idle >= MOST_IDLE,
  };
}

function gapsSoFar(known: Standing, { keys }: PageAnswer, at: Location, given: number): number {
  const { grows, shift, unchecked } = known;
  if (grows === undefined) {
    // Places passed without an item for each, and those that others left above while the rest moved up.
    return Math.max(shift.possibleGaps, at.end - at.first - given + shift.shrunk);
  }
  const skipped = at.due - at.begin;
  const repeated = keys.filter((key, index) => index >= skipped && isSeen(known.seen, key)).length;
  if (!isAnchored(known, keys, at)) {
    // The items given above this page may all have been replaced.
    return shift.possibleGaps + repeated + Math.max(1, at.begin - at.first);
  }
  const isChecked = skipped > 0 || known.last === undefined || grows === "end";
  return shift.possibleGaps + repeated + (isChecked ? 0 : unchecked);
}
