import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** Statements whose rows are being read: some versions of Node clear a statement away that nothing else holds. */
const running = new Set<StatementSync>();

/** The rows of a query, one at a time. */
export function* rowsOf(
  database: DatabaseSync,
  sql: string,
  values: readonly SQLInputValue[] = [],
): Generator<Record<string, SQLOutputValue>> {
  const statement = database.prepare(sql);
  running.add(statement);
  try {
    yield* statement.iterate(...values);
  } finally {
    running.delete(statement);
  }
}

/** The values of a row, which is an array, or an object where Node gives no arrays. */
export function valuesOf(row: object): readonly unknown[] {
  return Array.isArray(row) ? row : Object.values(row);
}

/** The value of a row of one column; undefined where there is no row. */
export function valueOf(row: object | undefined): unknown {
  return row === undefined ? undefined : valuesOf(row)[0];
}
