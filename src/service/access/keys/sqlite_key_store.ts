import { chmodSync } from "node:fs";
import { DatabaseSync } from "../../builtins.ts";
import { type KeyRecord, type KeyStore, RECORD } from "./key_store.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS api_key (
  hash TEXT PRIMARY KEY, id TEXT NOT NULL, email TEXT NOT NULL, tier TEXT NOT NULL,
  created_at INTEGER NOT NULL, revoked_at INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS key_request (
  day INTEGER NOT NULL, subject TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (day, subject)) STRICT, WITHOUT ROWID`;
const VERSION = 1;

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
  const insert = database.prepare("INSERT INTO api_key VALUES (?, ?, ?, ?, ?, ?)");
  const select = database.prepare(`SELECT ${RECORD} FROM api_key WHERE hash = ?`);
  const selectAll = database.prepare(`SELECT ${RECORD} FROM api_key ORDER BY created_at, rowid`);
  const update = database.prepare(
    "UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
  );
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
    async put({ hash, id, email, tier, createdAt, revokedAt }) {
      insert.run(hash, id, email, tier, createdAt, revokedAt);
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
