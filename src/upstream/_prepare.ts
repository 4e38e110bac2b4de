import type { StatementSync } from "node:sqlite";
import type { DatabaseSync } from "../service/internal.ts";

/** Prepares statements, by their names. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  sql: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> {
  const all = Object.entries<string>(sql).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(all) as Record<Name, StatementSync>;
}
