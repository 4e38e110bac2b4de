import { chmodSync } from "node:fs";
import {
  type DatabaseSync,
  IN_MEMORY,
  type Migration,
  openFile,
  prepareTables,
  type Transactions,
} from "../../sqlite.ts";
import {
  type AskBounds,
  COLUMNS,
  type KeyRecord,
  type KeyStore,
  type KeyUse,
  momentsOf,
  RECORD,
  USE,
  valuesOf,
} from "./key_store.ts";

const MIGRATIONS: readonly Migration[] = [
  {
    from: 0,
    to: 2,
    script: `
CREATE TABLE api_key (
  hash TEXT PRIMARY KEY, id TEXT NOT NULL, email TEXT NOT NULL, tier TEXT NOT NULL, label TEXT, origins TEXT,
  created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER) STRICT;
CREATE TABLE key_use (
  hash TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, refusals INTEGER NOT NULL,
  used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE key_request (
  day INTEGER NOT NULL, subject TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (day, subject)) STRICT, WITHOUT ROWID;`,
  },
  {
    // The subject and the requester of keys; addresses were stored as they are.
    from: 2,
    to: 3,
    script: `
ALTER TABLE api_key ADD COLUMN subject TEXT;
ALTER TABLE api_key ADD COLUMN asked_by TEXT;
CREATE INDEX api_key_asked_by ON api_key (asked_by) WHERE asked_by IS NOT NULL;
CREATE TABLE key_salt (salt TEXT NOT NULL) STRICT;
INSERT INTO key_salt VALUES (lower(hex(randomblob(16))));
DELETE FROM key_request;`,
  },
];

const NAMES = Object.values(COLUMNS);

/** Valid keys that an address asked for. */
const VALID = "asked_by = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)";

/**
 * Opens a key store in a SQLite file, or in memory.
 *
 * @throws {Error} If the file cannot be used or is not a key store; the message has its path.
 */
export function openSqliteKeyStore(path = IN_MEMORY): KeyStore {
  return openFile({ name: "key store", path, remedy: "issue its keys again" }, (database) => {
    // The file has emails. SQLite gives its journal files the same mode.
    if (path !== IN_MEMORY) chmodSync(path, 0o600);
    const how = { migrations: MIGRATIONS, durability: "full" } as const;
    return createStore(database, prepareTables(database, how));
  });
}

function createStore(database: DatabaseSync, transactions: Transactions): KeyStore {
  const insert = database.prepare(
    `INSERT INTO api_key (${NAMES.join(", ")}) VALUES (${NAMES.map(() => "?").join(", ")})`,
  );
  const select = database.prepare(`SELECT ${RECORD} FROM api_key WHERE hash = ?`);
  const selectAll = database.prepare(`SELECT ${RECORD} FROM api_key ORDER BY created_at, rowid`);
  const update = database.prepare(
    "UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
  );
  const shorten = database.prepare(
    "UPDATE api_key SET expires_at = min(?, coalesce(expires_at, ?)) WHERE id = ?",
  );
  // One statement, so that they are one commit.
  const addUses =
    database.prepare(`INSERT INTO key_use SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
    FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET
    requests = excluded.requests + iif(day = excluded.day, requests, 0),
    refusals = excluded.refusals + iif(day = excluded.day, refusals, 0),
    day = excluded.day, used_at = max(used_at, excluded.used_at) WHERE day <= excluded.day`);
  const selectUses = database.prepare(`SELECT ${USE} FROM key_use`);
  const forget = database.prepare("DELETE FROM key_request WHERE day < ?");
  // Older versions of Node cannot bind numbered parameters such as `?1`.
  const count = database.prepare(
    "INSERT INTO key_request SELECT ?, ?, 1 WHERE ? > 0 ON CONFLICT DO UPDATE SET count = count + 1 WHERE count < ?",
  );
  const countValid = database.prepare(`SELECT count(*) AS count FROM api_key WHERE ${VALID}`);
  const endUnused = database.prepare(`UPDATE api_key SET expires_at = ? WHERE hash IN (
    SELECT hash FROM api_key LEFT JOIN key_use USING (hash) WHERE ${VALID}
    AND coalesce(used_at, created_at) <= ? ORDER BY coalesce(used_at, created_at) LIMIT ?)`);
  const selectSalt = database.prepare("SELECT salt FROM key_salt");
  let isClosed = false;
  return {
    async put(record) {
      insert.run(...valuesOf(record));
    },
    async ask(record, { perDay, perAddress }) {
      const { askedBy } = record;
      const { now, day, unusedSince } = momentsOf(record);
      const refuse = (): keyof AskBounds | undefined => {
        forget.run(day);
        if (count.run(day, askedBy, perDay, perDay).changes === 0) return "perDay";
        const excess = Number(countValid.get(askedBy, now)?.["count"]) + 1 - perAddress;
        if (excess > 0 && endUnused.run(now, askedBy, now, unusedSince, excess).changes < excess)
          return "perAddress";
        insert.run(...valuesOf(record));
        return undefined;
      };
      return transactions.run(refuse, (refusal) => refusal === undefined);
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
      const rows = uses.map(({ hash, day, requests, refusals, usedAt }) => {
        return [hash, day, requests, refusals, usedAt];
      });
      addUses.run(JSON.stringify(rows));
    },
    async listUses() {
      return selectUses.all().map((row) => ({ ...(row as unknown as KeyUse) }));
    },
    async salt() {
      return String(selectSalt.get()?.["salt"]);
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
