import { oldNode } from "../node_floor.ts";
import { DURABILITY_PRAGMAS } from "../durability.ts";
import { toJson } from "../units/mod.ts";
import { reasonOf } from "../validation/mod.ts";
import { DeliveryError } from "./delivery_error.ts";
import type { DeliveryKey, DeliveryPosition, DeliveryState } from "./state.ts";

type Database = import("node:sqlite").DatabaseSync;
type Statement = import("node:sqlite").StatementSync;

/** Marks the file, as `PRAGMA application_id`: "ADdl". */
const APPLICATION = 0x41_44_64_6c;

const SCHEMA = `CREATE TABLE delivery (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  key TEXT NOT NULL,
  cursor TEXT,
  batch_id TEXT,
  batch_cursor TEXT,
  batch_events INTEGER,
  batch_body TEXT,
  failing_since INTEGER
) STRICT`;

/** Makes the file that of a delivery, unless another one has begun in it: a filter that was refused binds nothing. */
const CLAIM = `INSERT INTO delivery (id, key) VALUES (1, ?)
  ON CONFLICT DO UPDATE SET key = excluded.key WHERE cursor IS NULL AND batch_id IS NULL`;

/** The row of a delivery, which is all that the file holds. */
interface Row {
  readonly key: string;
  readonly cursor: string | null;
  readonly batch_id: string | null;
  readonly batch_cursor: string;
  readonly batch_events: number;
  readonly batch_body: string;
  readonly failing_since: number | null;
}

/**
 * Keeps the position of a delivery in a file of SQLite, which is locked as long as the delivery runs. Needs Node 22.13 or
 * later.
 *
 * Each write is synchronised to the disk: the position survives `kill -9` and the loss of power.
 *
 * @param path The file, which is created if it is missing.
 *
 * @example
 * ```ts
 * import { sqliteState } from "alphadelta/delivery";
 *
 * const state = sqliteState("deliver.db");
 * ```
 */
export function sqliteState(path: string): DeliveryState {
  let database: Database | undefined;
  let update: Statement | undefined;
  return {
    open(key) {
      database = openFile(path);
      try {
        const row = readRow(database, path, key);
        update = database.prepare(
          "UPDATE delivery SET cursor = ?, batch_id = ?, batch_cursor = ?, batch_events = ?, batch_body = ?, failing_since = ?",
        );
        return positionOf(row);
      } catch (error) {
        database.close();
        throw error;
      }
    },
    write({ cursor, batch }) {
      update?.run(
        cursor,
        batch?.id ?? null,
        batch?.cursor ?? null,
        batch?.events ?? null,
        batch?.body ?? null,
        batch?.failingSince ?? null,
      );
    },
    close() {
      if (database?.isOpen) database.close();
    },
  };
}

function openFile(path: string): Database {
  const sqlite = process.getBuiltinModule("node:sqlite");
  if (sqlite === undefined) throw oldNode("keep a state");
  let database: Database | undefined;
  try {
    if (path !== ":memory:") createPrivate(path);
    database = new sqlite.DatabaseSync(path);
    // The lock is taken by the first transaction and held until the file is closed, or the process ends in whatever way.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE");
    database.exec(`BEGIN EXCLUSIVE; COMMIT; PRAGMA journal_mode = WAL; ${DURABILITY_PRAGMAS.full}`);
    return database;
  } catch (cause) {
    database?.close();
    throw openError(path, cause);
  }
}

/** Creates a missing file for its owner alone: it holds events. SQLite gives its journal the same mode. */
function createPrivate(path: string): void {
  const { closeSync, openSync } = process.getBuiltinModule("node:fs");
  closeSync(openSync(path, "a", 0o600));
}

/** What a state must be, by the codes of the system for one that is not. */
const EXPECTED: Readonly<Record<string, string>> = {
  ENOENT: "a file in a folder that exists, got",
  ENOTDIR: "a file in a folder that exists, got",
  EISDIR: "a file, got the folder",
  EACCES: "a file that this user may write, got",
  EROFS: "a file that this user may write, got",
};

/** Primary result codes of SQLite. */
const BUSY = 5;
const NOT_A_DATABASE = 26;

function openError(path: string, cause: unknown): DeliveryError {
  const { errcode = 0, code = "" } = cause as { readonly errcode?: number; readonly code?: string };
  if ((errcode & 0xff) === BUSY)
    return new DeliveryError(
      "state_in_use",
      `Cannot use the state ${path}: another process delivers with it. End that one, or choose another file.`,
      { cause },
    );
  if ((errcode & 0xff) === NOT_A_DATABASE) return foreignFile(path);
  const expected = EXPECTED[code];
  const message = expected
    ? `Cannot deliver: state must be ${expected} "${path}"`
    : `Cannot open the state ${path}: ${reasonOf(cause)}`;
  return new DeliveryError("wrong_state", message, { cause });
}

function foreignFile(path: string): DeliveryError {
  const message = `Cannot use the state ${path}: it is another kind of file. Choose a file that does not exist yet.`;
  return new DeliveryError("wrong_state", message);
}

function readRow(database: Database, path: string, key: DeliveryKey): Row {
  const own = toJson(key);
  const { application_id: mark } = database.prepare("PRAGMA application_id").get() ?? {};
  const { count } = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get() ?? {};
  if (count === 0) {
    database.exec(`BEGIN; ${SCHEMA}; PRAGMA application_id = ${APPLICATION}; COMMIT`);
  } else if (mark !== APPLICATION) throw foreignFile(path);
  database.prepare(CLAIM).run(own);
  const row = database.prepare("SELECT * FROM delivery").get() as unknown as Row;
  if (row.key === own) return row;
  throw new DeliveryError(
    "wrong_state",
    `Cannot use the state ${path}: it is of another delivery, ${describeKey(JSON.parse(row.key) as DeliveryKey)}, not ${describeKey(key)}. Choose another file.`,
  );
}

function describeKey({ segment, topic, filter, format }: DeliveryKey): string {
  const fields = Object.entries(filter).map(([name, value]) => ` with ${name} ${String(value)}`);
  return `${topic} of ${segment}${fields.join("")} as ${format}`;
}

function positionOf(row: Row): DeliveryPosition {
  if (row.batch_id === null) return { cursor: row.cursor };
  const batch = {
    id: row.batch_id,
    cursor: row.batch_cursor,
    events: row.batch_events,
    body: row.batch_body,
    failingSince: row.failing_since ?? undefined,
  };
  return { cursor: row.cursor, batch };
}
