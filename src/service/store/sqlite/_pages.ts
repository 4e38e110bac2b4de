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

/** The text of a row of one column, an array or an object with `body`, ready for an answer. */
export function bodyOf(row: unknown): Rendered {
  const body: unknown = Array.isArray(row) ? row[0] : (row as { readonly body: unknown }).body;
  return rendered(String(body));
}

/** The texts of such rows. */
export function bodies(rows: readonly unknown[]): Rendered[] {
  return rows.map(bodyOf);
}
