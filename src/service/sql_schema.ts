/**
 * Definitions of tables for SQLite and PostgreSQL, and the order of migrations.
 *
 * @module
 */

/**
 * Type of a column. `small` is an integer of 16 bits, `key` is text that sorts by its bytes, `counted` is an integer that
 * the database increments for each row.
 */
export type ColumnType = "integer" | "small" | "text" | "key" | "bytes" | "counted";

export interface TableSchema {
  /** Types by column name, in the order of a row; `?` marks a nullable column. */
  readonly columns: Readonly<Record<string, ColumnType | `${ColumnType}?`>>;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Columns of a unique constraint. */
  readonly unique?: readonly string[];
  /** True if SQLite stores the rows in the order of insertion, by `rowid`, rather than by key. */
  readonly isInOrder?: true;
}

/** The SQL of an engine for tables. */
export interface TableDialect {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** The options behind the columns of `CREATE TABLE`. */
  readonly options: (table: TableSchema) => string;
}

export const SQLITE_TABLES: TableDialect = {
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
    const hasRowid = isInOrder || first === undefined || (others.length === 0 && isNumber);
    return hasRowid ? " STRICT" : " STRICT, WITHOUT ROWID";
  },
};

export const POSTGRES_TABLES: TableDialect = {
  types: {
    integer: "bigint",
    small: "smallint",
    counted: "bigint GENERATED ALWAYS AS IDENTITY",
    text: "text",
    // Sorts by bytes, whatever the collation of the database.
    key: 'text COLLATE "C"',
    bytes: "bytea",
  },
  options: () => "",
};

/** The statements that create tables, which are listed by name. */
export function createTables(
  tables: Readonly<Record<string, TableSchema>>,
  { types, options }: TableDialect,
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

/** A change of the tables from one version to a later one; an empty database has version 0. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** SQL statements. */
  readonly script: string;
}

/** The migrations from a version to the newest, each from the version to which the one before leads. */
export function migrationsFrom<Each extends Migration>(
  version: number,
  migrations: readonly Each[],
): Each[] {
  const next = migrations.find(({ from }) => from === version);
  return next ? [next, ...migrationsFrom(next.to, migrations)] : [];
}

/** The version to which the last migration leads. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.to ?? 0;
}
