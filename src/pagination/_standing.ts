import type { ListEnd } from "../generated/tables.gen.ts";
import type { Shift } from "./shift.ts";

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
  readonly cursor: string | undefined;
  /** Page the walk began at. */
  readonly firstPage: number;
  /** A page of fewer items is the last one, where the service does not say. */
  readonly fullPage: number;
  /** True while the totals agree with the pages; if not, only page numbers and keys are relied on. */
  readonly isExact: boolean;
  /** Place of the next item; undefined before the first page. */
  readonly place: number | undefined;
  /** Place of the walk's first item. */
  readonly origin: number | undefined;
  /** Items of the whole list when last told. */
  readonly total: number | undefined;
  /** Keys of the items given, in sets of a page each. */
  readonly seen: readonly ReadonlySet<string>[];
  /** Key of the item given last. */
  readonly last: string | undefined;
  /** Items given. */
  readonly given: number;
  /** Pages fetched. */
  readonly requests: number;
  /** Items that went from the list since a page last showed where the walk stands. */
  readonly unchecked: number;
  /** Pages in a row that did not hold the place of the next item. */
  readonly misses: number;
  /** Pages in a row that held it and still gave nothing. */
  readonly idle: number;
  readonly shift: Shift;
  /** True where no further item is known of. */
  readonly hasEnded: boolean;
}

const NO_SHIFT: Shift = { duplicates: 0, shifted: 0, shrunk: 0, possibleGaps: 0 };

/** A walk before its first page. */
export function standAt(
  page: number,
  list: { readonly grows: ListEnd | undefined; readonly fullPage: number },
): Standing {
  return {
    ...list,
    page,
    cursor: undefined,
    firstPage: page,
    isExact: true,
    place: undefined,
    origin: undefined,
    total: undefined,
    seen: [],
    last: undefined,
    given: 0,
    requests: 0,
    unchecked: 0,
    misses: 0,
    idle: 0,
    shift: NO_SHIFT,
    hasEnded: false,
  };
}
