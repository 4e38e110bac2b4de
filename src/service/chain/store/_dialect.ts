import { type ReadName, readsOf, type WriteName, writesOf } from "./_statements.ts";
import { columnsOf, TABLE_NAMES, type TableName } from "./_tables.ts";

/**
 * The words that the engines have each their own of. In all other statements `{}.` stands for the schema, where there is
 * one, and `$1` for the first value.
 */
export interface Dialect {
  /** Height of the head; -1 in an empty store. */
  readonly height: string;
  /** Transactions in all blocks. */
  readonly transactions: string;
  /** The newest number that was given to an event, or may not be given any more; 0 before the first. */
  readonly lastEvent: string;
  /** A condition: a column has one of the values of an array. */
  readonly among: (column: string, values: string, type: "text" | "bytes") => string;
  /** The texts of an array as rows of one column. */
  readonly texts: (values: string, name: string, column: string) => string;
  /** Bytes as hex, without `0x`. */
  readonly hex: (column: string) => string;
  /** A read, whose rows have an order where one is named. */
  readonly read: (query: string, order?: string) => string;
  /** The rows that are added to a table: the values of the statement. */
  readonly rows: (table: string, columns: readonly string[]) => string;
  /** The smaller one of two numbers. */
  readonly least: (one: string, other: string) => string;
}

/** A read, and what its rows are in the order of. Each is one statement, and so of one snapshot. */
export type Read = readonly [query: string, order?: string];

/** Reads and writes that an engine has beside the others. */
export interface OwnStatements {
  readonly reads: Readonly<Record<string, Read>>;
  readonly writes: Readonly<Record<string, string>>;
}

/** Every statement of an engine, by name; those that add rows begin with `insert`. */
export type Statements<Own extends OwnStatements, Statement> = Readonly<
  Record<
    ReadName | WriteName | `insert ${TableName}` | keyof Own["reads"] | keyof Own["writes"],
    Statement
  >
>;

/**
 * Makes the statements of an engine.
 *
 * @param make Makes a statement of its text.
 */
export function statementsOf<Own extends OwnStatements, Statement>(
  dialect: Dialect,
  own: Own,
  make: (text: string, name: string) => Statement,
): Statements<Own, Statement> {
  const reads = Object.entries<Read>({ ...readsOf(dialect), ...own.reads });
  const texts = [
    ...reads.map(([name, read]) => [name, dialect.read(...read)] as const),
    ...Object.entries({ ...writesOf(dialect), ...own.writes }),
    ...TABLE_NAMES.map((table) => [`insert ${table}`, insertInto(table, dialect)] as const),
  ];
  const made = texts.map(([name, text]) => [name, make(text, name)] as const);
  return Object.fromEntries(made) as Statements<Own, Statement>;
}

/** What becomes of a row that is there already where one is added; elsewhere that is an error. */
const ON_CONFLICT: Readonly<Partial<Record<TableName, string>>> = {
  tree_node: "ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes",
  pending: "ON CONFLICT (hash) DO NOTHING",
};

function insertInto(table: TableName, { rows }: Dialect): string {
  const names = columnsOf(table).map(({ name }) => name);
  return `INSERT INTO {}.${table} AS kept (${names.join(", ")}) ${rows(table, names)} ${ON_CONFLICT[table] ?? ""}`;
}
