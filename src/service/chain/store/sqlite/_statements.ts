import type { Dialect } from "../_dialect.ts";
import {
  ON_CONFLICT,
  type Read,
  type ReadName,
  readsOf,
  type WriteName,
  writesOf,
} from "../_statements.ts";
import { columnsOf, TABLE_NAMES, type TableName } from "../_tables.ts";

const DIALECT: Dialect = {
  height: "coalesce((SELECT max(height) FROM block), -1)",
  transactions: "coalesce((SELECT max(seq) + 1 FROM tx), 0)",
  // An epoch may begin beyond the events that are there.
  lastEvent: `max(coalesce((SELECT max(seq) FROM event), 0),
    coalesce((SELECT first_event - 1 FROM epoch ORDER BY id DESC LIMIT 1), 0))`,
  among: (column, values, type) =>
    `${column} IN (SELECT ${type === "bytes" ? "unhex(value)" : "value"} FROM json_each(${values}))`,
  texts: (values, name, column) =>
    `(SELECT value AS ${column} FROM json_each(${values})) AS ${name}`,
  hex: (column) => `lower(hex(${column}))`,
  least: (one, other) => `min(${one}, ${other})`,
};

const READS = Object.entries<Read>(readsOf(DIALECT)).map(
  ([name, [query, order]]) =>
    [name, order === undefined ? query : `${query} ORDER BY ${order}`] as const,
);

/** Adds a row by the values of its columns. */
function insertInto(table: TableName): string {
  const names = columnsOf(table).map(({ name }) => name);
  return `INSERT INTO ${table} AS kept (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) ${ON_CONFLICT[table] ?? ""}`;
}

export type StatementName = ReadName | WriteName | `insert ${TableName}`;

/** Statements by name; those that add rows begin with `insert`. */
export const STATEMENTS = Object.fromEntries<string>([
  ...READS,
  ...Object.entries(writesOf(DIALECT)),
  ...TABLE_NAMES.map((table) => [`insert ${table}`, insertInto(table)] as const),
]) as Readonly<Record<StatementName, string>>;
