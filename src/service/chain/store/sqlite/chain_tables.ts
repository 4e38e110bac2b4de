import type { SQLInputValue } from "node:sqlite";
import {
  type DatabaseSync,
  openFile,
  openSnapshot,
  prepareTables,
  Transactions,
} from "../../../sqlite.ts";
import { type TableName, TABLES } from "../_tables.ts";
import type { EmptyTables, FilledTables, TableRow } from "../copy_tables.ts";
import type { Render } from "../store.ts";
import { rowsOf } from "./_rows_of.ts";
import { MIGRATIONS, REMEDY, storeOver } from "./open_sqlite_store.ts";

/** A file with a chain. */
interface ChainFile {
  readonly path: string;
  readonly render: Render;
}

/** Rows that are read at once. */
const BATCH = 500;

/**
 * Reads a file as it is at one moment, whatever a service writes meanwhile; nothing is changed.
 *
 * @throws {Error} If there is no such file, or it cannot be used or has another version.
 */
export async function readChainFile<T>(
  { path, render }: ChainFile,
  read: (tables: FilledTables) => Promise<T>,
): Promise<T> {
  const database = openSnapshot({ name: "store", path, remedy: REMEDY }, MIGRATIONS);
  try {
    const { store } = storeOver(database, new Transactions(database), { render });
    return await read({
      store,
      count: async (table) => {
        const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
        return Number(row?.["count"]);
      },
      rows: (table) => batchesOf(database, table),
    });
  } finally {
    database.close();
  }
}

async function* batchesOf(database: DatabaseSync, table: TableName): AsyncGenerator<TableRow[]> {
  const { key } = TABLES[table];
  let batch: TableRow[] = [];
  for (const row of rowsOf(database, `SELECT * FROM ${table} ORDER BY ${key.join(", ")}`)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Fills a file, which is made where there is none: as `fill` has written it, or not at all where that throws or the process
 * ends.
 *
 * @throws {Error} If the file cannot be used.
 */
export async function fillChainFile<T>(
  { path, render }: ChainFile,
  fill: (tables: EmptyTables) => Promise<T>,
): Promise<T> {
  const { database, transactions } = openFile({ name: "store", path, remedy: REMEDY }, (opened) => {
    const how = { migrations: MIGRATIONS, durability: "full" } as const;
    return { database: opened, transactions: prepareTables(opened, how) };
  });
  try {
    const { store, engine } = storeOver(database, transactions, { render });
    engine.isPrivate = true;
    transactions.begin();
    const filled = await fill({
      store,
      clear: async (table) => database.exec(`DELETE FROM ${table}`),
      insert: async (table, rows) => insert(database, table, rows),
      finish: async () => undefined,
    });
    transactions.commit();
    return filled;
  } finally {
    // Closing undoes a transaction that is still open.
    database.close();
  }
}

function insert(database: DatabaseSync, table: TableName, rows: readonly TableRow[]): void {
  // A column that the database counts up by itself too, as it was.
  const names = Object.keys(TABLES[table].columns);
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  );
  for (const row of rows) statement.run(...names.map((name) => row[name] as SQLInputValue));
}
