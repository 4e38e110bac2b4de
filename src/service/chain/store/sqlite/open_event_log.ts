import type { DatabaseSync } from "../../../builtins.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import type { Transactions } from "./_connection.ts";
import { SqliteEventLog } from "./_event_log.ts";
import { prepareEventStatements } from "./_statements.ts";
import { schemaOf } from "./open_sqlite_store.ts";
import { openTables } from "./open_tables.ts";

/** An event log without a chain, and the database that it is in. */
export interface OpenedEventLog {
  readonly log: SqliteEventLog;
  readonly database: DatabaseSync;
  /** Writes, each as a whole: {@linkcode SqliteEventLog.append} is called within one. */
  readonly transactions: Transactions;
}

/** Options of {@linkcode openEventLog}. */
interface EventLogOptions {
  /** A file, made with its folder where there is none. @default {":memory:"} */
  readonly path?: string | undefined;
  /** Version of the file's tables, from 1. */
  readonly version: number;
  /** Statements that make further tables. */
  readonly tables: string;
  /** What the log forgets. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound | undefined;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: (() => number) | undefined;
}

/**
 * Opens an event log by itself, for events that are written elsewhere; it begins an epoch.
 *
 * @throws {Error} If the file cannot be used, is in use, or holds something else.
 */
export function openEventLog({
  path,
  version,
  tables,
  bound = DEFAULT_BOUND,
  clock = Date.now,
}: EventLogOptions): OpenedEventLog {
  const schema = `${schemaOf(["event", "pending_event", "epoch"])} ${tables}`;
  return openTables({ name: "event log", path, version, schema }, (database, transactions) => {
    const statements = prepareEventStatements(database);
    const log = new SqliteEventLog({ statements, transactions, bound, clock });
    transactions.run(() => log.begin());
    return { log, database, transactions };
  });
}
