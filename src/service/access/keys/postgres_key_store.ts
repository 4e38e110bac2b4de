import { setTimeout as delay } from "node:timers/promises";
import { type Database, prepare } from "../../postgres.ts";
import {
  COLUMNS,
  type KeyRecord,
  type KeyStore,
  type KeyUse,
  RECORD,
  USE,
  valuesOf,
} from "./key_store.ts";

/** Milliseconds that a record is cached: a revoked key is refused everywhere within that time. */
const KEPT = 500;
const MAX_KEPT = 10_000;
/** Milliseconds that a known key is waited for; the database may not answer. */
const PATIENCE = 200;

const NAMES = Object.values(COLUMNS);
const INSERT = prepare(
  `INSERT INTO fleet.api_key (${NAMES.join(", ")}) VALUES (${NAMES.map((_, index) => `$${index + 1}`).join(", ")})`,
);
const SELECT = prepare(`SELECT ${RECORD} FROM fleet.api_key WHERE hash = $1`);
const SELECT_ALL = prepare(`SELECT ${RECORD} FROM fleet.api_key ORDER BY created_at, hash`);
const REVOKE = prepare(
  "UPDATE fleet.api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING hash",
);
const EXPIRE = prepare(
  "UPDATE fleet.api_key SET expires_at = least($1, expires_at) WHERE id = $2 RETURNING hash",
);
const ADD_USES = prepare(`INSERT INTO fleet.key_use AS known
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) ORDER BY 1
  ON CONFLICT (hash) DO UPDATE SET
    requests = excluded.requests + CASE WHEN known.day = excluded.day THEN known.requests ELSE 0 END,
    refusals = excluded.refusals + CASE WHEN known.day = excluded.day THEN known.refusals ELSE 0 END,
    day = excluded.day, used_at = greatest(known.used_at, excluded.used_at) WHERE known.day <= excluded.day`);
const SELECT_USES = prepare(`SELECT ${USE} FROM fleet.key_use`);
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
    async put(record) {
      await database.transaction((session) => session.rows(INSERT, valuesOf(record)));
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
    async expire(id, at) {
      const expired = await database.transaction((session) =>
        session.rows<{ hash: string }>(EXPIRE, [at, id]),
      );
      for (const { hash } of expired) kept.delete(hash);
    },
    async addUses(uses) {
      // One statement takes a row once: the days of a key come one after the other.
      for (const day of new Set(uses.map((use) => use.day))) {
        const ofDay = uses.filter((use) => use.day === day);
        const columns = (["hash", "day", "requests", "refusals", "usedAt"] as const).map((name) =>
          ofDay.map((use) => use[name]),
        );
        await database.transaction((session) => session.rows(ADD_USES, columns));
      }
    },
    async listUses() {
      return database.rows<KeyUse>(SELECT_USES);
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
