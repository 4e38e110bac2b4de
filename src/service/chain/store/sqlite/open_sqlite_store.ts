import type { Durability } from "../../../../durability.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import { createTables, type Migration, SQLITE_TABLES } from "../../../sql_schema.ts";
import { type DatabaseSync, openFile, openSnapshot, prepareTables } from "../../../sqlite.ts";
import { Transactions } from "../../../sqlite_statements.ts";
import { ChainStore } from "../_chain_store.ts";
import { beginEpoch, type LogEnd } from "../_event_log.ts";
import type { StoreFault } from "../_faults.ts";
import { TABLES } from "../_tables.ts";
import { CHAIN_STEPS } from "../chain_steps.ts";
import { newEpoch } from "../event_log.ts";
import type { Render } from "../store.ts";
import { SqliteEngine } from "./_engine.ts";
import { findQuickFault } from "./_quick_check.ts";

export interface SqliteStoreOptions {
  /** Path of the file, whose folder is created if missing, or `:memory:`. @default {":memory:"} */
  readonly path?: string;
  readonly render: Render;
  /** Creates a missing file. @default {true} */
  readonly create?: boolean;
  /** Checks the newest records on opening. @default {true} */
  readonly check?: boolean;
  /** Guarantee that a write gives when its promise resolves. @default {"full"} */
  readonly durability?: Durability;
  /** The retention of the event log. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound;
  /** Milliseconds since 1970, for the age of events. @default {Date.now} */
  readonly clock?: () => number;
  /** Name of the epoch of the event log; each opening of a store starts a new epoch. @default a random name */
  readonly epoch?: string;
}

/**
 * Opens a store in a SQLite file or in memory.
 *
 * The caller ensures that one process at a time writes to a file. A finished write survives a kill of the process, and a
 * loss of power unless `durability` is `relaxed`: then the last writes may be lost, but none is partial.
 *
 * @throws {Error} If the file or its folder cannot be used, the file is no database or has another schema version, or its
 *   newest records are inconsistent.
 */
export function openSqliteStore(options: SqliteStoreOptions): ChainStore {
  const { path, create } = options;
  return openFile({ name: "store", path, create, remedy: REMEDY }, (database) =>
    prepareStore(database, options),
  );
}

/**
 * Opens a snapshot of a file to read, while a service may write to the file.
 *
 * @throws {Error} If the file is missing, cannot be used or has another schema version.
 */
export function openSqliteSnapshot({
  path,
  render,
}: {
  readonly path: string;
  readonly render: Render;
}): ChainStore {
  const database = openSnapshot({ name: "store", path, remedy: REMEDY }, MIGRATIONS);
  return makeStore(database, new Transactions(database), { render });
}

/** Advice in the error of a damaged file, behind "move it away and". */
export const REMEDY = "put a backup in its place";

/** The oldest schema version that this release upgrades. */
const OLDEST = 7;

/** The migrations of a file: all tables of an empty one, or each step from the oldest version. @internal */
export const MIGRATIONS: readonly Migration[] = [
  { from: 0, to: OLDEST + CHAIN_STEPS.length, script: createTables(TABLES, SQLITE_TABLES) },
  ...CHAIN_STEPS.map(({ sqlite: script }, index) => ({
    from: OLDEST + index,
    to: OLDEST + index + 1,
    script,
  })),
];

/**
 * Prepares the tables of an open database for a store, checks them, and starts an epoch. Closing the store closes the
 * database. Throws as {@linkcode openSqliteStore} does.
 *
 * @internal
 */
export function prepareStore(database: DatabaseSync, options: SqliteStoreOptions): ChainStore {
  const { render, check = true, durability = "full" } = options;
  const transactions = prepareTables(database, { migrations: MIGRATIONS, durability });
  const store = makeStore(database, transactions, options);
  const fault = check ? findQuickFault(store.engine) : undefined;
  if (fault !== undefined) throw new Error(`it is inconsistent: ${fault}`);
  if (render.events) beginEngineEpoch(store.engine);
  return store;
}

/** Starts an epoch of the event log. @internal */
export function beginEngineEpoch(engine: SqliteEngine): void {
  const log = engine.row("logEnd") as LogEnd | undefined;
  if (log) engine.writeNow((write) => beginEpoch(write, engine.epoch, log));
}

const DAMAGE: StoreFault = [
  "The file is damaged: ?",
  "SELECT integrity_check AS what FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
];

/** Makes a store of a database that has the tables, without a write. */
function makeStore(
  database: DatabaseSync,
  transactions: Transactions,
  { render, bound = DEFAULT_BOUND, clock = Date.now, epoch = newEpoch() }: SqliteStoreOptions,
): ChainStore<SqliteEngine> {
  const engine = new SqliteEngine(database, transactions, epoch);
  return new ChainStore(engine, { render, bound, clock }, [DAMAGE]);
}
