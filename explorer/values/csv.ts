import { csvLine } from "alphadelta/units";

/** A value behind a cell of a table. */
export type CellValue = string | number | bigint;

/** A column of a file. */
export interface CsvColumn<Item> {
  readonly title: string;
  /** Title in files, where it is another. */
  readonly fileTitle?: string;
  /** Left out of a column that files have not. */
  readonly value?: (item: Item) => CellValue;
}

/** Items as CSV (RFC 4180), with a line of titles; columns without a value are left out. */
export function toCsv<Item>(columns: readonly CsvColumn<Item>[], items: readonly Item[]): string {
  const values = columns.flatMap(({ title, fileTitle = title, value }) =>
    value ? [{ title: fileTitle, value }] : [],
  );
  const lines = [
    values.map(({ title }) => title),
    ...items.map((item) => values.map(({ value }) => value(item))),
  ];
  return lines.map((line) => `${csvLine(line)}\r\n`).join("");
}
