import type { Durability } from "../../../../durability.ts";
import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import { createTables, SQLITE_TABLES } from "../../../sql_schema.ts";
import { type DatabaseSync, openFile, prepareTables } from "../../../sqlite.ts";
import { ReadCache } from "../_cache.ts";
import { type LogEnd, logEvents, StoredEventLog } from "../_event_log.ts";
import { type EventDraft, type EventLog, newEpoch } from "../event_log.ts";
import { SqliteEngine } from "./_engine.ts";
import { TABLES } from "../_tables.ts";
import { beginEngineEpoch } from "./open_sqlite_store.ts";

/** An event log without a chain, and the database that it is in. */
export interface OpenedEventLog {
  readonly log: EventLog;
  readonly database: DatabaseSync;
  /** Runs `work` as one write, with which `append` adds events. */
  readonly write: (work: (append: (drafts: readonly EventDraft[]) => void) => void) => void;
}

/** Options of {@linkcode openEventLog}. */
interface EventLogOptions {
  /** A file, made with its folder where there is none. @default {":memory:"} */
  readonly path?: string | undefined;
  /** Version of the file's tables, from 1. */
  readonly version: number;
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
  tables,
  durability = "full",
  bound = DEFAULT_BOUND,
  clock = Date.now,
}: EventLogOptions): OpenedEventLog {
  const { event, epoch } = TABLES;
  const script = `${createTables({ event, epoch }, SQLITE_TABLES)} ${tables}`;
  return openFile({ name: "event log", path, remedy: "start again" }, (database) => {
    const migrations = [{ from: 0, to: version, script }];
    const transactions = prepareTables(database, { migrations, durability });
    const engine = new SqliteEngine(database, transactions, newEpoch());
    const log = new StoredEventLog(engine, new ReadCache(() => engine.moment));
    beginEngineEpoch(engine);
    const write: OpenedEventLog["write"] = (work) =>
      engine.writeNow((written) =>
        work((drafts) => {
          const end = engine.row("logEnd") as LogEnd | undefined;
          if (end) logEvents(written, drafts, end, { bound, clock });
        }),
      );
    return { log, database, write };
  });
}
