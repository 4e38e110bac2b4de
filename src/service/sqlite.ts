/**
 * Files of SQLite: each is opened, and brought to the tables that this release reads, in the same way.
 *
 * @module
 */
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Durability, DURABILITY_PRAGMAS } from "../durability.ts";
import { makeFolder } from "../durable_files.ts";
import { DatabaseSync } from "./builtins.ts";
import { Transactions } from "./sqlite_statements.ts";
import { type Migration, newestVersion, migrationsFrom } from "./sql_schema.ts";

export { DatabaseSync } from "./builtins.ts";

export const IN_MEMORY = ":memory:";

/** A file, and what messages say of it. */
export interface FileOptions {
  /** Its name in messages: `key store`. */
  readonly name: string;
  /** Made with its folder where there is none. @default {":memory:"} */
  readonly path?: string | undefined;
  /** Makes a missing file. @default {true} */
  readonly create?: boolean | undefined;
  /** The advice once a damaged file is moved away: `start again`. */
  readonly remedy: string;
}

/**
 * Opens a file.
 *
 * @param use Makes what is opened; the database is closed if it throws.
 * @throws {Error} If the file or its folder cannot be used, or `use` throws; the message names the file.
 */
export function openFile<Opened>(
  { name, path = IN_MEMORY, create = true, remedy }: FileOptions,
  use: (database: DatabaseSync) => Opened,
): Opened {
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) prepareFolder(path, create);
    database = new DatabaseSync(path);
    return use(database);
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    const detail = describeDamage(error, remedy) ?? reason;
    throw new Error(`Cannot open ${name} at ${path}: ${detail}`, { cause: error });
  }
}

function prepareFolder(path: string, create: boolean): void {
  if (create) makeFolder(dirname(path));
  else {
    const file = statSync(path, { throwIfNoEntry: false });
    if (!file) throw new Error("there is no such file");
    if (file.size === 0) throw new Error("it is empty: put a backup in its place");
  }
  // Reading writes too: SQLite keeps its log beside the file, and calls a folder that takes none a disk I/O error.
  accessSync(dirname(path), constants.W_OK);
}

/** SQLite's result codes for a damaged file, `SQLITE_CORRUPT` and `SQLITE_NOTADB`, and `SQLITE_IOERR`. */
const DAMAGED: ReadonlySet<number | undefined> = new Set([11, 26]);
const IO_ERROR = 10;

/** SQLite's result code in an error: an extended one has the one that it refines in its lowest eight bits. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
}

/**
 * The message of an error that tells of a damaged file, with the remedy; undefined for any other error.
 *
 * @param remedy What to do once the file is moved away.
 */
export function describeDamage(error: unknown, remedy: string): string | undefined {
  if (!(error instanceof Error) || !DAMAGED.has(codeOf(error))) return undefined;
  return `${error.message}; the file is damaged: move it away and ${remedy}, or use another folder`;
}

/** The use of a file, and the tables in it. */
export interface TableOptions {
  /** By `PRAGMA user_version`, in order; the last one leads to the version that this release reads. */
  readonly migrations: readonly Migration[];
  readonly durability: Durability;
}

// Another process may write for a moment: a command of `key` does, a tool that copies the log of the file too. 16 MB of
// log: pages that block after block writes to are copied into the file once, not once for every few blocks.
const SHARING = `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;
PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY`;

/**
 * Makes a database ready for use, and makes or upgrades its tables.
 *
 * @throws {Error} If its tables are those of another program or of another version.
 */
export function prepareTables(
  database: DatabaseSync,
  { migrations, durability }: TableOptions,
): Transactions {
  const transactions = new Transactions(database);
  database.exec(SHARING);
  database.exec(DURABILITY_PRAGMAS[durability]);
  // With nothing to upgrade nothing is written: a full disk is no reason not to read.
  if (versionOf(database) === newestVersion(migrations)) return transactions;
  transactions.run(() => {
    const version = versionOf(database);
    if (version === 0 && countTables(database) > 0)
      throw new Error("it holds the database of another program");
    for (const { to, script } of migrationsFrom(version, migrations))
      database.exec(`${script}; PRAGMA user_version = ${to}`);
    requireVersion(database, migrations);
  });
  return transactions;
}

/**
 * Opens a file for reads that are all of one moment, whatever other processes write meanwhile.
 *
 * @throws {Error} If there is no such file, it cannot be used, or its tables are of another version.
 */
export function openSnapshot(
  file: Omit<FileOptions, "create">,
  migrations: readonly Migration[],
): DatabaseSync {
  const open = (mode: "NORMAL" | "EXCLUSIVE"): DatabaseSync =>
    openFile({ ...file, create: false }, (database) => {
      database.exec(`PRAGMA locking_mode = ${mode}; PRAGMA busy_timeout = 5000`);
      database.exec("PRAGMA query_only = ON; BEGIN");
      requireVersion(database, migrations);
      return database;
    });
  try {
    return open("NORMAL");
  } catch (error) {
    // A full disk has no room for the index that processes share; a process that is alone needs none.
    if (!(error instanceof Error) || codeOf(error.cause) !== IO_ERROR) throw error;
    return open("EXCLUSIVE");
  }
}

function requireVersion(database: DatabaseSync, migrations: readonly Migration[]): void {
  const version = versionOf(database);
  const target = newestVersion(migrations);
  if (version === target) return;
  const isOlder = migrations.some(({ from }) => from > 0 && from === version);
  const remedy = isOlder
    ? "start a service on it, which upgrades it"
    : "use the release that wrote it";
  throw new Error(`it has schema version ${version}, this release reads ${target}; ${remedy}`);
}

function versionOf(database: DatabaseSync): number {
  return readNumber(database, "SELECT user_version AS number FROM pragma_user_version");
}

function countTables(database: DatabaseSync): number {
  return readNumber(database, "SELECT count(*) AS number FROM sqlite_schema");
}

function readNumber(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.["number"]);
}
