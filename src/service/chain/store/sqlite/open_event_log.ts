import type { Durability } from "../../../../durability.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import { type DatabaseSync, openFile, prepareTables, type Transactions } from "../../../sqlite.ts";
import { SqliteEventLog } from "./_event_log.ts";
import { prepareEventStatements } from "./_statements.ts";
import { schemaOf } from "./open_sqlite_store.ts";

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
  /** Statements that lead there from the version before. */
  readonly upgrade: string;
  /** When a write of a file counts as done. @default {"full"} */
  readonly durability?: Durability | undefined;
  /** Statements that make further tables. */
  readonly tables: string;
  /** The retention of the log. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound | undefined;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: (() => number) | undefined;
}

/**
 * Opens an event log by itself, for events that are written elsewhere; it begins an epoch.
 *
 * @throws {Error} If the file cannot be used, or holds something else.
 */
export function openEventLog({
  path,
  version,
  upgrade,
  tables,
  durability = "full",
  bound = DEFAULT_BOUND,
  clock = Date.now,
}: EventLogOptions): OpenedEventLog {
  const script = `${schemaOf(["event", "epoch"])} ${tables}`;
  return openFile({ name: "event log", path, remedy: "start again" }, (database) => {
    const migrations = [
      { from: 0, to: version, script },
      { from: version - 1, to: version, script: upgrade },
    ];
    const transactions = prepareTables(database, { migrations, durability });
    const statements = prepareEventStatements(database);
    const log = new SqliteEventLog({ statements, transactions, bound, clock });
    transactions.run(() => log.begin());
    return { log, database, transactions };
  });
}
