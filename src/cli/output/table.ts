/** A table to print: names of the columns, and the cells of each row. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = "  ";
/** Fewest characters that a column is cut to. */
const LEAST = 9;

/**
 * The lines of a table with aligned columns, the names first; numbers stand at the right.
 *
 * @param width Characters of a line; the widest columns of words are cut to fit, hashes in their middle. Numbers stay whole.
 */
export function tableLines({ columns, rows }: Table, width = Infinity): string[] {
  const cells = [columns.map(titleOf), ...rows];
  const wanted = columns.map((_, index) =>
    Math.max(...cells.map((row) => (row[index] ?? "").length)),
  );
  const isNumber = columns.map((_, index) =>
    rows.every((row) => /^(?:-|-?[\d,.]+(?: \S+)?)$/.test(row[index] ?? "")),
  );
  const widths = fitWidths(wanted, isNumber, width);
  return cells.map((row) =>
    row
      .map((cell, index) => {
        const size = widths[index] ?? 0;
        const text = shorten(cell, size);
        return isNumber[index] ? text.padStart(size) : text.padEnd(size);
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** The name of a field as a title: `txCount` is `TX COUNT`. */
function titleOf(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toUpperCase();
}

/** Takes characters from the widest column of words until the line fits. */
function fitWidths(
  wanted: readonly number[],
  isNumber: readonly boolean[],
  width: number,
): number[] {
  const widths = [...wanted];
  const total = (): number => widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  while (total() > width) {
    const words = widths.map((size, index) => (isNumber[index] ? 0 : size));
    const widest = Math.max(...words);
    if (widest <= LEAST) break;
    const index = words.lastIndexOf(widest);
    widths[index] = widest - 1;
  }
  return widths;
}

/** A hash or address is told by both of its ends. */
function shorten(text: string, size: number): string {
  if (text.length <= size) return text;
  if (!/^\w+$/.test(text)) return `${text.slice(0, size - 1)}…`;
  const head = Math.ceil((size - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (size - 1 - head))}`;
}
