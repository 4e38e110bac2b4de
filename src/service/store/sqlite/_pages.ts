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

/** The texts of rows that have one, ready for an answer. */
export function bodies(rows: readonly Record<string, unknown>[]): Rendered[] {
  return rows.map(({ body }) => rendered(String(body)));
}
