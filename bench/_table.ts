/** Prints rows as a table, the first of them as its head; numbers stand to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

/** A bound that has to hold, and one to aim at. */
type Bound = number | readonly [floor: number | undefined, aim: number];

/** The bounds of a figure: the most, or the least, that is right. */
export interface Floor {
  readonly what: string;
  readonly value: number;
  readonly most?: Bound;
  readonly least?: Bound;
}

/** Says whether a figure keeps its bounds; a floor that is missed makes the process end with 1, an aim does not. */
export function judge({ what, value, most, least }: Floor): void {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  const bounds = [most ?? least ?? NaN].flat();
  for (const [index, bound] of bounds.entries()) {
    if (bound === undefined) continue;
    const isMet = most === undefined ? value >= bound : value <= bound;
    const [word, side] = [index === 1 ? "aim" : "floor", most === undefined ? "least" : "most"];
    console.log(`${isMet ? "ok  " : "MISS"} ${what}: ${shown} (${word}: at ${side} ${bound})`);
    if (!isMet && word === "floor") process.exitCode = 1;
  }
}

/** A line of the table: a figure of this client, what it should come to, and the same of the others. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly target: string;
  readonly isMet: boolean;
  readonly rivals?: Readonly<Record<string, string>>;
}
