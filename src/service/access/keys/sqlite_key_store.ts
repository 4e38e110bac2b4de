import { chmodSync } from "node:fs";
import { DatabaseSync } from "../../builtins.ts";
import {
  COLUMNS,
  type KeyRecord,
  type KeyStore,
  type KeyUse,
  RECORD,
  USE,
  valuesOf,
} from "./key_store.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS api_key (
  hash TEXT PRIMARY KEY, id TEXT NOT NULL, email TEXT NOT NULL, tier TEXT NOT NULL, label TEXT, origins TEXT,
  created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS key_use (
  hash TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, refusals INTEGER NOT NULL,
  used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS key_request (
  day INTEGER NOT NULL, subject TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (day, subject)) STRICT, WITHOUT ROWID`;
const VERSION = 2;

/**
 * Opens a key store in a SQLite file, or in memory.
 *
 * @throws {Error} If the file cannot be used or is not a key store; the message has its path.
 */
export function openSqliteKeyStore(path = ":memory:"): KeyStore {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // The file has emails. SQLite gives its journal files the same mode.
    if (path !== ":memory:") chmodSync(path, 0o600);
    prepare(database);
    return createStore(database);
  } catch (error) {
    database?.close();
    const detail = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot open key store at ${path}: ${detail}`, { cause: error });
  }
}

/** Allows concurrent writers, such as `alphadelta key` beside a running service. */
function prepare(database: DatabaseSync): void {
  database.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL");
  const { user_version: version } = database.prepare("PRAGMA user_version").get() ?? {};
  if (version !== 0 && version !== VERSION) {
    throw new Error(`it has schema version ${String(version)}, this release reads ${VERSION}`);
  }
  database.exec(`${SCHEMA}; PRAGMA user_version = ${VERSION}`);
}

function createStore(database: DatabaseSync): KeyStore {
  const insert = database.prepare(
    `INSERT INTO api_key VALUES (${Object.keys(COLUMNS).fill("?").join(", ")})`,
  );
  const select = database.prepare(`SELECT ${RECORD} FROM api_key WHERE hash = ?`);
  const selectAll = database.prepare(`SELECT ${RECORD} FROM api_key ORDER BY created_at, rowid`);
  const update = database.prepare(
    "UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
  );
  const shorten = database.prepare(
    "UPDATE api_key SET expires_at = min(?, coalesce(expires_at, ?)) WHERE id = ?",
  );
  const addUse =
    database.prepare(`INSERT INTO key_use VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    requests = excluded.requests + iif(day = excluded.day, requests, 0),
    refusals = excluded.refusals + iif(day = excluded.day, refusals, 0),
    day = excluded.day, used_at = max(used_at, excluded.used_at) WHERE day <= excluded.day`);
  const selectUses = database.prepare(`SELECT ${USE} FROM key_use`);
  const forget = database.prepare("DELETE FROM key_request WHERE day < ?");
  // Older versions of Node cannot bind numbered parameters such as `?1`.
  const count = database.prepare(
    "INSERT INTO key_request SELECT ?, ?, 1 WHERE ? > 0 ON CONFLICT DO UPDATE SET count = count + 1 WHERE count < ?",
  );
  const uncount = database.prepare(
    "UPDATE key_request SET count = count - 1 WHERE day = ? AND subject = ?",
  );
  let isClosed = false;
  return {
    async put(record) {
      insert.run(...valuesOf(record));
    },
    async find(hash) {
      const row = select.get(hash);
      return row && recordOf(row);
    },
    async list() {
      return selectAll.all().map(recordOf);
    },
    async revoke(id, at) {
      return update.run(at, id).changes > 0;
    },
    async expire(id, at) {
      shorten.run(at, at, id);
    },
    async addUses(uses) {
      for (const { hash, day, requests, refusals, usedAt } of uses)
        addUse.run(hash, day, requests, refusals, usedAt);
    },
    async listUses() {
      return selectUses.all().map((row) => ({ ...(row as unknown as KeyUse) }));
    },
    async countRequest({ day, subject }, limit) {
      forget.run(day);
      return count.run(day, subject, limit, limit).changes > 0;
    },
    async uncountRequest({ day, subject }) {
      uncount.run(day, subject);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      database.close();
    },
  };
}

function recordOf(row: object): KeyRecord {
  return { ...(row as KeyRecord) };
}
