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

/** Limit of a figure. */
export interface Floor {
  readonly what: string;
  readonly value: number;
  /** The most, or the least, that is right. */
  readonly most?: number;
  readonly least?: number;
  /** An aim is told, and missing it is no failure. */
  readonly isAim?: boolean;
}

/** Says whether a figure is right; one that is not makes the process end with 1, unless it is an aim. */
export function judge({ what, value, most = Infinity, least = -Infinity, isAim }: Floor): void {
  const isMet = value <= most && value >= least;
  const bound = most === Infinity ? `at least ${least}` : `at most ${most}`;
  const word = isAim ? "aim" : "floor";
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  console.log(`${isMet ? "ok  " : "MISS"} ${what}: ${shown} (${word}: ${bound})`);
  if (!isMet && !isAim) process.exitCode = 1;
}
