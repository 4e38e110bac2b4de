import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "../../../builtins.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import { Positions } from "../_lists.ts";
import { type ColumnType, createTable, type Table, type TableName, TABLES } from "../_tables.ts";
import type { Render, Store } from "../store.ts";
import { Transactions } from "./_connection.ts";
import { SqliteEventLog } from "./_event_log.ts";
import { findQuickFault } from "./_quick_check.ts";
import { SqliteStore } from "./_sqlite_store.ts";
import { listLength, nameId, prepareStatements } from "./_statements.ts";

/** Location of a SQLite store, and how it renders and checks its records. */
export interface SqliteStoreOptions {
  /** A file, made with its folder where there is none, or `:memory:`. @default {":memory:"} */
  readonly path?: string;
  readonly render: Render;
  /** Creates a missing file. @default {true} */
  readonly create?: boolean;
  /** Checks the newest records before the store is opened. @default {true} */
  readonly check?: boolean;
  /** What the event log forgets. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound;
  /** Milliseconds since 1970, by which events age. @default {Date.now} */
  readonly clock?: () => number;
  /** Name of the event log's epoch, one for each opening. @default a random one */
  readonly epoch?: string;
}

/** SQLite's result codes for a damaged file: `SQLITE_CORRUPT` and `SQLITE_NOTADB`. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * The message of an error that tells of a damaged file, with the remedy; undefined for any other error.
 *
 * @param remedy What to do once the file is moved away.
 */
export function describeDamage(
  error: unknown,
  remedy = "load a dump of the chain in its place",
): string | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // An extended code has the one that it refines in its lowest eight bits.
  if (!DAMAGED.has(Number(error.errcode) & 0xff)) return undefined;
  return `${error.message}; the file is damaged: move it away and ${remedy}, or use another folder`;
}

export const IN_MEMORY = ":memory:";

/**
 * Opens a store in a SQLite file or in memory.
 *
 * A file has one process at a time. What was written is still there after the process was killed; after a loss of
 * power the last moments may be missing, and what is there is whole.
 *
 * @throws {Error} If the file or its folder cannot be used, is no database, is in use, has another schema version, or
 *   holds blocks whose end does not fit together.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { path = IN_MEMORY, create = true } = options;
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) prepareFile(path, create);
    database = new DatabaseSync(path);
    return storeOn(database, options);
  } catch (error) {
    database?.close();
    const detail =
      describeDamage(error) ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`Cannot open store at ${path}: ${detail}`, { cause: error });
  }
}

export function prepareFile(path: string, create: boolean): void {
  if (create) mkdirSync(dirname(path), { recursive: true });
  else {
    const file = statSync(path, { throwIfNoEntry: false });
    if (!file) throw new Error("there is no such file");
    if (file.size === 0) throw new Error("it is empty: load a dump of the chain in its place");
  }
  // Reading writes too: SQLite keeps its log beside the file, and calls a folder that takes none a disk I/O error.
  accessSync(dirname(path), constants.W_OK);
}

/** Version of the tables, in `PRAGMA user_version`. A change of the tables raises it. */
const SCHEMA_VERSION = 7;

const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: "INTEGER",
  small: "INTEGER",
  counted: "INTEGER",
  text: "TEXT",
  key: "TEXT",
  bytes: "BLOB",
};

/** The tables. One whose key is no single number has its rows in the order of that key. */
export const SCHEMA = schemaOf(Object.keys(TABLES) as TableName[]);

/** The statements that make some of the tables. */
export function schemaOf(names: readonly TableName[]): string {
  return names
    .map((name) => {
      const table: Table = TABLES[name];
      const [first = "", ...others] = table.key;
      const isNumbered =
        others.length === 0 && TYPES[table.columns[first] as ColumnType] === "INTEGER";
      const options = isNumbered ? "STRICT" : "STRICT, WITHOUT ROWID";
      return `${createTable(name, table, (type) => TYPES[type])} ${options};\n`;
    })
    .join("");
}

/**
 * Makes a store of an open database, which it closes with itself. Throws as {@linkcode openSqliteStore}.
 *
 * @internal
 */
export function storeOn(
  database: DatabaseSync,
  { render, check = true, bound = DEFAULT_BOUND, clock = Date.now, epoch }: SqliteStoreOptions,
): SqliteStore {
  const transactions = new Transactions(database);
  setUp(database);
  prepareTables(database, transactions);
  const statements = prepareStatements(database);
  const fault = check ? findQuickFault({ database, statements }) : undefined;
  if (fault !== undefined) throw new Error(`it is inconsistent: ${fault}`);
  const events = new SqliteEventLog({ statements, transactions, bound, clock, epoch });
  // Without events to log there is nothing to write: a store is opened for reading while the disk is full.
  if (render.events) transactions.run(() => events.begin());
  const positions = new Positions({
    findId: (name) => nameId(statements, name),
    findLength: (list) => listLength(statements, list),
  });
  return new SqliteStore({ database, transactions, statements, render, positions, events });
}

/** Makes a database ready for one writer, or says that it is in use. @internal */
export function setUp(database: DatabaseSync): void {
  // Held for as long as the store is open, so that a second process cannot write between two of our reads. Of processes
  // that open a file at the same moment one waits until the others have given up.
  database.exec(
    "PRAGMA busy_timeout = 250; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
  );
  // 16 MB of log: pages that block after block writes to are copied into the file once, not once for every few blocks.
  database.exec(
    "PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY",
  );
}

function prepareTables(database: DatabaseSync, transactions: Transactions): void {
  const version = readNumber(database, "SELECT user_version AS number FROM pragma_user_version");
  const tables = readNumber(database, "SELECT count(*) AS number FROM sqlite_schema");
  if (version === SCHEMA_VERSION) return;
  if (version !== 0 || tables !== 0) {
    if (version === 0) throw new Error("it holds the database of another program");
    throw new Error(
      `it holds schema version ${version}, this release reads ${SCHEMA_VERSION}; dump the chain with the release that wrote it and load that here`,
    );
  }
  transactions.run(() => database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}`));
}

/** Reads the one number that a statement gives. @internal */
export function readNumber(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.["number"]);
}
