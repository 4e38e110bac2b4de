/** A value in a cell of CSV. */
export type CsvValue = string | number | bigint | null | undefined;

/**
 * Beginnings that make a spreadsheet take a text for a formula, apostrophes in front of them among it; not those of a
 * plain number.
 */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$)'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Writes values as a line of CSV (RFC 4180), without its end. Anyone can write a name or a title, so a text that a
 * spreadsheet would take for a formula has an apostrophe in front; numbers have none, also where they are strings. `null`
 * and `undefined` are empty.
 *
 * To read a text back, take one apostrophe away where one or more stand in front of `=`, `+`, `-`, `@`, one of these in
 * full width, a tab or the end of a line.
 *
 * @example
 * ```ts
 * import { csvLine } from "alphadelta/units";
 *
 * console.log(csvLine([7, -1n, "Vega, a star", "=1+1"])); // 7,-1,"Vega, a star",'=1+1
 * ```
 */
export function csvLine(values: readonly CsvValue[]): string {
  return values.map(cellOf).join(",");
}

function cellOf(value: CsvValue): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
