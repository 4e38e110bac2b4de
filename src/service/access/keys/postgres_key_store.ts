import { setTimeout as delay } from "node:timers/promises";
import { type Database, prepare } from "../../postgres.ts";
import { type KeyRecord, type KeyStore, RECORD } from "./key_store.ts";

/** Milliseconds that a record is cached: a revoked key is refused everywhere within that time. */
const KEPT = 500;
const MAX_KEPT = 10_000;
/** Milliseconds that a known key is waited for; the database may not answer. */
const PATIENCE = 200;

const INSERT = prepare("INSERT INTO fleet.api_key VALUES ($1, $2, $3, $4, $5, $6)");
const SELECT = prepare(`SELECT ${RECORD} FROM fleet.api_key WHERE hash = $1`);
const SELECT_ALL = prepare(`SELECT ${RECORD} FROM fleet.api_key ORDER BY created_at, hash`);
const REVOKE = prepare(
  "UPDATE fleet.api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING hash",
);
const FORGET = prepare("DELETE FROM fleet.key_request WHERE day < $1");
const COUNT = prepare(`INSERT INTO fleet.key_request AS known SELECT $1, $2, 1 WHERE $3::bigint > 0
  ON CONFLICT (day, subject) DO UPDATE SET count = known.count + 1 WHERE known.count < $3 RETURNING count`);
const UNCOUNT = prepare(
  "UPDATE fleet.key_request SET count = count - 1 WHERE day = $1 AND subject = $2",
);

interface Kept {
  record: Promise<KeyRecord | undefined>;
  /** When it is read again; never while it is being read. */
  until: number;
}

/**
 * The keys of a fleet. The database stays open when the store is closed. While the database does not answer, a known key
 * stays what it was.
 */
export function openPostgresKeyStore(database: Database): KeyStore {
  const kept = new Map<string, Kept>();
  function read(hash: string, known?: Kept["record"]): Promise<KeyRecord | undefined> {
    const found = database.rows<KeyRecord>(SELECT, [hash]).then(([record]) => record);
    const answer = known ? found.catch(() => known) : found;
    const record = known ? Promise.race([answer, delay(PATIENCE, known, { ref: false })]) : answer;
    const entry: Kept = { record, until: Infinity };
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(hash, entry);
    void answer.then(
      (one) => {
        // An unknown key is not cached, since it may be issued at any time.
        if (!one) kept.delete(hash);
        Object.assign(entry, { record: answer, until: performance.now() + KEPT });
      },
      () => kept.delete(hash),
    );
    return record;
  }
  return {
    async put({ hash, id, email, tier, createdAt, revokedAt }) {
      await database.transaction((session) =>
        session.rows(INSERT, [hash, id, email, tier, createdAt, revokedAt]),
      );
    },
    async find(hash) {
      const known = kept.get(hash);
      return known && known.until > performance.now() ? known.record : read(hash, known?.record);
    },
    async list() {
      return database.rows<KeyRecord>(SELECT_ALL);
    },
    async revoke(id, at) {
      const revoked = await database.transaction((session) =>
        session.rows<{ hash: string }>(REVOKE, [at, id]),
      );
      for (const { hash } of revoked) kept.delete(hash);
      return revoked.length > 0;
    },
    async countRequest({ day, subject }, limit) {
      return database.transaction(async (session) => {
        await session.rows(FORGET, [day]);
        return (await session.rows(COUNT, [day, subject, limit])).length > 0;
      });
    },
    async uncountRequest({ day, subject }) {
      await database.transaction((session) => session.rows(UNCOUNT, [day, subject]));
    },
    async close() {
      kept.clear();
    },
  };
}
