import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { LIMITS } from "../../../generated/limits.gen.ts";
import type { Render, Store } from "../store.ts";
import { SqliteEventLog } from "./_event_log.ts";
import { findQuickFault } from "./_quick_check.ts";
import { SCHEMA, SCHEMA_VERSION } from "./_schema.ts";
import { SqliteStore } from "./_sqlite_store.ts";
import { prepareStatements } from "./_statements.ts";
import { TreeKeeper } from "./_tree_keeper.ts";
import { WriteMemory } from "./_write_memory.ts";

/** Where a SQLite store is and how it writes what it keeps. */
export interface SqliteStoreOptions {
  /** A file, made with its folder where there is none, or `:memory:`. @default {":memory:"} */
  readonly path?: string;
  readonly render: Render;
  /** Whether a file that is not there is made. @default {true} */
  readonly create?: boolean;
  /** Whether what was written last is checked before the store is handed out. @default {true} */
  readonly check?: boolean;
  /** Events that are kept, from 1. @default {10_000} */
  readonly maximumEvents?: number;
}

const IN_MEMORY = ":memory:";

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
  const { path = IN_MEMORY, render, create = true, check = true } = options;
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) prepareFile(path, create);
    database = new DatabaseSync(path);
    prepareDatabase(database);
    const statements = prepareStatements(database);
    const fault = check ? findQuickFault({ database, statements }) : undefined;
    if (fault !== undefined) throw new Error(`it does not fit together: ${fault}`);
    const tree = new TreeKeeper(statements);
    const events = new SqliteEventLog(
      database,
      statements,
      options.maximumEvents ?? LIMITS.eventLogEvents,
    );
    const memory = new WriteMemory();
    return new SqliteStore({ database, statements, tree, render, memory, events });
  } catch (error) {
    database?.close();
    const detail = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot open store at ${path}: ${detail}`, { cause: error });
  }
}

function prepareFile(path: string, create: boolean): void {
  if (create) mkdirSync(dirname(path), { recursive: true });
  else if (!existsSync(path)) throw new Error("there is no such file");
}

function prepareDatabase(database: DatabaseSync): void {
  // Held for as long as the store is open, so that a second process cannot write between two of our reads.
  database.exec(
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
  );
  // 16 MB of log: pages that block after block writes to are copied into the file once, not once for every few blocks.
  database.exec(
    "PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY",
  );
  const version = readNumber(database, "SELECT user_version AS number FROM pragma_user_version");
  const tables = readNumber(database, "SELECT count(*) AS number FROM sqlite_schema");
  if (version === SCHEMA_VERSION) return;
  if (version !== 0 || tables !== 0) {
    const found = version === 0 ? "a database of something else" : `schema version ${version}`;
    throw new Error(`it holds ${found}, this release reads schema version ${SCHEMA_VERSION}`);
  }
  database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

function readNumber(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.["number"]);
}
