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
