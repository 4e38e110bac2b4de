import type { PageAnswer } from "./_page_answer.ts";
import type { PageInfo } from "./page.ts";
import type { Standing, Step } from "./_standing.ts";
import { isSeen, MOST_IDLE, take, type Taken } from "./_take.ts";

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
export function advanceByPlace(before: Standing, answer: PageAnswer, info: PageInfo): Step {
  const { page, limit, totalItems: total } = info;
  const begin = (page - 1) * limit;
  // A place is made of an offset in the same way as an offset of a place.
  const turn = (count: number): number => (before.grows === "start" ? total - count : count);
  const offsetOf = (place = turn(begin)): number => Math.min(Math.max(0, turn(place)), total);
  const at: Location = {
    begin,
    end: begin + answer.items.length,
    total,
    limit,
    due: offsetOf(before.place),
    first: offsetOf(before.origin),
    growth: total - (before.total ?? total),
  };
  const place = turn(at.due);
  const known = { ...shifted(before, at), place, origin: before.origin ?? place, total };
  const isHere = at.due >= begin && at.due <= at.end && (at.due < at.end || at.end === total);
  if (!isHere) return { answer, fresh: [], before, after: lookElsewhere(known, at) };
  const { fresh, after } = takeHere(known, answer, at);
  return { answer, fresh, before, after: { ...after, place: turn(at.end) } };
}

/** The shift that the total alone tells. */
function shifted(before: Standing, { total, growth }: Location): Standing {
  const { shift, grows, place = 0 } = before;
  const lost = Math.max(0, -growth);
  const isAtEnd = grows === "end";
  return {
    ...before,
    unchecked: before.unchecked + lost,
    shift: {
      ...shift,
      shifted: shift.shifted + (isAtEnd ? 0 : Math.max(0, growth)),
      shrunk: shift.shrunk + lost,
      // Of a list that grows at its end, what lay before the place is missing; of others the page may tell more.
      possibleGaps: shift.possibleGaps + (isAtEnd ? Math.max(0, place - total) : 0),
    },
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
  const possibleGaps = hasEnded ? gapsUntil(at.due, known, at) : known.shift.possibleGaps;
  return {
    ...known,
    page: Math.floor(offset / at.limit) + 1,
    misses: known.misses + 1,
    shift: { ...known.shift, possibleGaps },
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
  let possibleGaps = gapsUntil(end, after, at) + (isIdle ? total - end : 0);
  if (known.grows) {
    possibleGaps += answer.keys.slice(skipped.length).filter((key) => isSeen(known, key)).length;
    // The items given above this page may all have been replaced.
    if (!isAnchored) possibleGaps += Math.max(1, begin - first);
    // Nothing shows where the walk stands, so each item that went may have been one that is still to come.
    else if (skipped.length === 0 && known.last !== undefined && known.grows === "start")
      possibleGaps += known.unchecked;
  }
  return {
    fresh,
    after: {
      ...after,
      page: Math.floor(end / limit) + 1,
      unchecked: 0,
      misses: 0,
      shift: { ...after.shift, possibleGaps },
      hasEnded: end >= total || isIdle,
    },
  };
}

/**
 * Most items missed before `offset`. Of a list that changes anywhere: places passed without an item for each, and those
 * that others left above while the rest moved up.
 */
function gapsUntil(offset: number, { grows, given, shift }: Standing, { first }: Location): number {
  if (grows) return shift.possibleGaps;
  return Math.max(shift.possibleGaps, offset - first - given + shift.shrunk);
}
