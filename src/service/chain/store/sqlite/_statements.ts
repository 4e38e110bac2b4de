import { type Dialect, type Statements, statementsOf } from "../_dialect.ts";

const DIALECT: Dialect = {
  height: "coalesce((SELECT max(height) FROM {}.block), -1)",
  transactions: "coalesce((SELECT max(seq) + 1 FROM {}.tx), 0)",
  // An epoch may begin beyond the events that are there.
  lastEvent: `max(coalesce((SELECT max(seq) FROM {}.event), 0),
    coalesce((SELECT first_event - 1 FROM {}.epoch ORDER BY id DESC LIMIT 1), 0))`,
  among: (column, values, type) =>
    `${column} IN (SELECT ${type === "bytes" ? "unhex(value)" : "value"} FROM json_each(${values}))`,
  texts: (values, name, column) =>
    `(SELECT value AS ${column} FROM json_each(${values})) AS ${name}`,
  hex: (column) => `lower(hex(${column}))`,
  read: (query, order) => (order === undefined ? query : `${query} ORDER BY ${order}`),
  // A row by the values of its columns.
  rows: (_, columns) => `VALUES (${columns.map((_column, index) => `$${index + 1}`).join(", ")})`,
  least: (one, other) => `min(${one}, ${other})`,
};

const OWN = { reads: {}, writes: {} } as const;

export type StatementName = keyof Statements<typeof OWN, string>;

export const STATEMENTS = statementsOf(DIALECT, OWN, (text) => text);
