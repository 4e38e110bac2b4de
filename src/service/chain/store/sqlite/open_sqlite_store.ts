import type { Durability } from "../../../../durability.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import { createTables, type Migration, SQLITE_TABLES } from "../../../sql_schema.ts";
import { type DatabaseSync, openFile, openSnapshot, prepareTables } from "../../../sqlite.ts";
import { Transactions } from "../../../sqlite_statements.ts";
import { ChainStore } from "../_chain_store.ts";
import { beginEpoch, type LogEnd } from "../_event_log.ts";
import type { Fault } from "../_faults.ts";
import { TABLES } from "../_tables.ts";
import { CHAIN_STEPS } from "../chain_steps.ts";
import { newEpoch } from "../event_log.ts";
import type { Render } from "../store.ts";
import { SqliteEngine } from "./_engine.ts";
import { findQuickFault } from "./_quick_check.ts";

/** Location of a SQLite store, and how it renders and checks its records. */
export interface SqliteStoreOptions {
  /** A file, made with its folder where there is none, or `:memory:`. @default {":memory:"} */
  readonly path?: string;
  readonly render: Render;
  /** Creates a missing file. @default {true} */
  readonly create?: boolean;
  /** Checks the newest records before the store is opened. @default {true} */
  readonly check?: boolean;
  /** When a write of a file counts as done. @default {"full"} */
  readonly durability?: Durability;
  /** The retention of the event log. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound;
  /** Milliseconds since 1970, by which events age. @default {Date.now} */
  readonly clock?: () => number;
  /** Name of the event log's epoch, one for each opening. @default a random one */
  readonly epoch?: string;
}

/**
 * Opens a store in a SQLite file or in memory.
 *
 * A file has one process at a time that writes; the caller sees to that. What was written is still there after the process was killed, and after a loss of power
 * unless `durability` is `relaxed`: then the last moments may be missing, and what is there is whole.
 *
 * @throws {Error} If the file or its folder cannot be used, is no database, has another schema version, or
 *   holds blocks whose end does not fit together.
 */
export function openSqliteStore(options: SqliteStoreOptions): ChainStore {
  const { path, create } = options;
  return openFile({ name: "store", path, create, remedy: REMEDY }, (database) =>
    storeOn(database, options),
  );
}

/**
 * Opens a file as it is at this moment, whatever a service writes meanwhile; nothing can be written.
 *
 * @throws {Error} If there is no such file, or it cannot be used or has another version.
 */
export function openSqliteSnapshot({
  path,
  render,
}: {
  readonly path: string;
  readonly render: Render;
}): ChainStore {
  const database = openSnapshot({ name: "store", path, remedy: REMEDY }, MIGRATIONS);
  return storeOver(database, new Transactions(database), { render });
}

/** What to do once a damaged file is moved away. */
export const REMEDY = "put a backup in its place";

/** The oldest version of a file that this release opens. */
const OLDEST = 7;

/**
 * The steps of a file from there on, one for each of a chain's tables.
 *
 * @internal
 */
export const MIGRATIONS: readonly Migration[] = [
  { from: 0, to: OLDEST + CHAIN_STEPS.length, script: createTables(TABLES, SQLITE_TABLES) },
  ...CHAIN_STEPS.map(({ sqlite: script }, index) => ({
    from: OLDEST + index,
    to: OLDEST + index + 1,
    script,
  })),
];

/**
 * Makes a store of an open database, which it closes with itself. Throws as {@linkcode openSqliteStore}.
 *
 * @internal
 */
export function storeOn(database: DatabaseSync, options: SqliteStoreOptions): ChainStore {
  const { render, check = true, durability = "full" } = options;
  const transactions = prepareTables(database, { migrations: MIGRATIONS, durability });
  const store = storeOver(database, transactions, options);
  const fault = check ? findQuickFault(store.engine) : undefined;
  if (fault !== undefined) throw new Error(`it is inconsistent: ${fault}`);
  if (render.events) beginNow(store.engine);
  return store;
}

/** Begins the epoch of an opening. @internal */
export function beginNow(engine: SqliteEngine): void {
  const log = engine.row("logEnd") as LogEnd | undefined;
  if (log) engine.writeNow((write) => beginEpoch(write, engine.epoch, log));
}

const DAMAGE: Fault = [
  "The file is damaged: ?",
  "SELECT integrity_check AS what FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
];

/** Makes a store of a database whose tables are there; it writes nothing by itself. */
function storeOver(
  database: DatabaseSync,
  transactions: Transactions,
  { render, bound = DEFAULT_BOUND, clock = Date.now, epoch = newEpoch() }: SqliteStoreOptions,
): ChainStore<SqliteEngine> {
  const engine = new SqliteEngine(database, transactions, epoch);
  return new ChainStore(engine, { render, bound, clock }, [DAMAGE]);
}
