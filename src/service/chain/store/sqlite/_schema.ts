import { type ColumnType, createTable, type Table, TABLES } from "../_tables.ts";

/** Version of the tables, in `PRAGMA user_version`. A change of the tables raises it. */
export const SCHEMA_VERSION = 6;

const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: "INTEGER",
  small: "INTEGER",
  counted: "INTEGER",
  text: "TEXT",
  key: "TEXT",
  bytes: "BLOB",
};

/** The tables. One whose key is no single number has its rows in the order of that key. */
export const SCHEMA = Object.entries<Table>(TABLES)
  .map(([name, table]) => {
    const [first = "", ...others] = table.key;
    const isNumbered =
      others.length === 0 && TYPES[table.columns[first] as ColumnType] === "INTEGER";
    const options = isNumbered ? "STRICT" : "STRICT, WITHOUT ROWID";
    return `${createTable(name, table, (type) => TYPES[type])} ${options};\n`;
  })
  .join("");
