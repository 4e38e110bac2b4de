import { type Rendered, rendered } from "../rendered.ts";
import type { Window } from "../store.ts";

/** Lowest and highest position of a part of a list that starts at `first` and is `length` long, read upwards. */
export function rangeUp(
  { offset, limit }: Window,
  first: number,
  length: number,
): [number, number] {
  return [first + offset, first + Math.min(offset + limit, length) - 1];
}

/** Lowest and highest position of a part of a list of `length` that starts at 0 and is read downwards. */
export function rangeDown({ offset, limit }: Window, length: number): [number, number] {
  return [Math.max(length - offset - limit, 0), length - offset - 1];
}

/** The columns of a row, which is an array, or an object where Node gives no arrays. */
export function columnsOf(row: object): readonly unknown[] {
  return Array.isArray(row) ? row : Object.values(row);
}

/** The value of a row of one column; undefined where there is no row. */
export function valueOf(row: object | undefined): unknown {
  return row === undefined ? undefined : columnsOf(row)[0];
}

/** The text of such a row, ready for an answer. */
export function bodyOf(row: object): Rendered {
  return rendered(String(valueOf(row)));
}

/** The items of a list without any. */
export const NO_ITEMS: Rendered = rendered("[]");

/** The items of a list, out of the row that holds their texts together. */
export function itemsOf(row: object | undefined): Rendered {
  const texts = valueOf(row);
  return typeof texts === "string" ? rendered(`[${texts}]`) : NO_ITEMS;
}
