import { DatabaseSync } from "../../../builtins.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import { Transactions } from "./_connection.ts";
import { SqliteEventLog } from "./_event_log.ts";
import { prepareEventStatements } from "./_statements.ts";
import {
  describeDamage,
  IN_MEMORY,
  prepareFile,
  readNumber,
  schemaOf,
  setUp,
} from "./open_sqlite_store.ts";

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
  path = IN_MEMORY,
  version,
  tables,
  bound = DEFAULT_BOUND,
  clock = Date.now,
}: EventLogOptions): OpenedEventLog {
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) prepareFile(path, true);
    const opened = (database = new DatabaseSync(path));
    const transactions = new Transactions(opened);
    setUp(opened);
    const found = readNumber(opened, "SELECT user_version AS number FROM pragma_user_version");
    const isNew =
      found === 0 && readNumber(opened, "SELECT count(*) AS number FROM sqlite_schema") === 0;
    if (found !== version && !isNew)
      throw new Error(`it has version ${found}, expected ${version}`);
    const schema = `${schemaOf(["event", "pending_event", "epoch"])} ${tables} PRAGMA user_version = ${version}`;
    if (isNew) transactions.run(() => opened.exec(schema));
    const statements = prepareEventStatements(opened);
    const log = new SqliteEventLog({ statements, transactions, bound, clock });
    transactions.run(() => log.begin());
    return { log, database: opened, transactions };
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    const detail = describeDamage(error, "start again") ?? reason;
    throw new Error(`Cannot open the event log at ${path}: ${detail}`, { cause: error });
  }
}
