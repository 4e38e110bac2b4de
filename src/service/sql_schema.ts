/**
 * Tables and their versions, written once for SQLite and PostgreSQL.
 *
 * @module
 */

/**
 * Type of a column: a whole number, or a small one; text, or text in the order of its bytes (`key`); bytes; a number that
 * the database counts up by itself (`counted`).
 */
export type ColumnType = "integer" | "small" | "text" | "key" | "bytes" | "counted";

export interface Table {
  /** Types by name, in the order of a row; `?` marks a nullable column. */
  readonly columns: Readonly<Record<string, ColumnType | `${ColumnType}?`>>;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Columns whose values stand in no second row together. */
  readonly unique?: readonly string[];
  /** True where SQLite is to keep the rows in the order in which they came, as `rowid`; else it keeps that of the key. */
  readonly isInOrder?: true;
}

/** The words of an engine for tables. */
export interface TableWords {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** What follows the columns of a table. */
  readonly options: (table: Table) => string;
}

export const SQLITE_TABLES: TableWords = {
  types: {
    integer: "INTEGER",
    small: "INTEGER",
    counted: "INTEGER",
    text: "TEXT",
    key: "TEXT",
    bytes: "BLOB",
  },
  options: ({ columns, key: [first, ...others], isInOrder }) => {
    const isNumber = first !== undefined && /^(?:integer|small|counted)$/.test(`${columns[first]}`);
    const isNumbered = isInOrder || first === undefined || (others.length === 0 && isNumber);
    return isNumbered ? " STRICT" : " STRICT, WITHOUT ROWID";
  },
};

export const POSTGRES_TABLES: TableWords = {
  types: {
    integer: "bigint",
    small: "smallint",
    counted: "bigint GENERATED ALWAYS AS IDENTITY",
    text: "text",
    // Text whose order matters is in that of its bytes, whatever the database's own.
    key: 'text COLLATE "C"',
    bytes: "bytea",
  },
  options: () => "",
};

/** The statements that make tables, by their names. */
export function createTables(
  tables: Readonly<Record<string, Table>>,
  { types, options }: TableWords,
): string {
  const statements = Object.entries(tables).map(([name, table]) => {
    const { columns, key, unique = [] } = table;
    const lines = Object.entries(columns).map(([column, type]) => {
      const isNullable = type.endsWith("?");
      const typeName = types[(isNullable ? type.slice(0, -1) : type) as ColumnType];
      if (key.length === 1 && key[0] === column) return `${column} ${typeName} PRIMARY KEY`;
      return `${column} ${typeName}${isNullable ? "" : " NOT NULL"}`;
    });
    if (key.length > 1) lines.push(`PRIMARY KEY (${key.join(", ")})`);
    if (unique.length > 0) lines.push(`UNIQUE (${unique.join(", ")})`);
    return `CREATE TABLE ${name} (\n  ${lines.join(",\n  ")}\n)${options(table)};\n`;
  });
  return statements.join("");
}

/** A step from one version of the tables to another; 0 is that of a database without any. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** The statements. */
  readonly script: string;
}

/** The steps from a version on, out of those that there are in order. */
export function stepsFrom<Step extends Migration>(
  version: number,
  migrations: readonly Step[],
): Step[] {
  let reached = version;
  return migrations.filter(({ from, to }) => from === reached && (reached = to) > 0);
}

/** The version that migrations lead to. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.to ?? 0;
}
