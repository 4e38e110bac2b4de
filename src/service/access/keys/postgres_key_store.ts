import { setTimeout as delay } from "node:timers/promises";
import { type Database, prepare, type Transaction } from "../../postgres.ts";
import { RecentValues } from "../../recent_values.ts";
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

/** Milliseconds that a record is cached, or that there is none: what changes is known everywhere within that time. */
const KEPT = 500;
/** Most records that are cached, and most hashes without one. */
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
/** Gateways that an address asks at the same time follow each other. */
const LOCK = prepare("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");
/** Valid keys that an address asked for. */
const VALID = "asked_by = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)";
const COUNT_VALID = prepare(`SELECT count(*) AS count FROM fleet.api_key WHERE ${VALID}`);
const END_UNUSED = prepare(`UPDATE fleet.api_key SET expires_at = $2 WHERE hash IN (
  SELECT hash FROM fleet.api_key LEFT JOIN fleet.key_use USING (hash) WHERE ${VALID}
  AND coalesce(used_at, created_at) <= $3 ORDER BY coalesce(used_at, created_at) LIMIT $4) RETURNING hash`);
const SELECT_SALT = prepare("SELECT salt FROM fleet.key_salt");

/** Rolls a transaction back. */
class Refusal extends Error {
  readonly by: keyof AskBounds;

  constructor(by: keyof AskBounds) {
    super(`Refused ${by}`);
    this.by = by;
  }
}

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
  const kept = new RecentValues<string, Kept>(MAX_KEPT);
  /** Hashes of keys that nobody knows, apart: however many are tried, no record is forgotten. */
  const unknown = new RecentValues<string, Kept>(MAX_KEPT);
  function read(hash: string, known?: Kept["record"]): Promise<KeyRecord | undefined> {
    const found = database.rows<KeyRecord>(SELECT, [hash]).then(([record]) => record);
    const answer = known ? found.catch(() => known) : found;
    const record = known ? Promise.race([answer, delay(PATIENCE, known, { ref: false })]) : answer;
    const entry: Kept = { record, until: Infinity };
    const entries = known ? kept : unknown;
    entries.set(hash, entry);
    void answer.then(
      (one) => {
        Object.assign(entry, { record: answer, until: performance.now() + KEPT });
        // It may have been issued or revoked here meanwhile.
        if (entries.get(hash) !== entry || Boolean(one) === (entries === kept)) return;
        entries.delete(hash);
        (one ? kept : unknown).set(hash, entry);
      },
      () => entries.get(hash) === entry && entries.delete(hash),
    );
    return record;
  }
  return {
    async put(record) {
      await database.transaction((session) => session.rows(INSERT, valuesOf(record)));
      unknown.delete(record.hash);
    },
    async ask(record, { perDay, perAddress }) {
      const { askedBy } = record;
      const { now, day, unusedSince } = momentsOf(record);
      const work = async (session: Transaction): Promise<void> => {
        session.run(LOCK, [askedBy]);
        session.run(FORGET, [day]);
        if ((await session.rows(COUNT, [day, askedBy, perDay])).length === 0)
          throw new Refusal("perDay");
        const [valid] = await session.rows<{ count: number }>(COUNT_VALID, [askedBy, now]);
        const excess = Number(valid?.count) + 1 - perAddress;
        if (excess > 0) {
          const unused = [askedBy, now, unusedSince, excess];
          if ((await session.rows(END_UNUSED, unused)).length < excess)
            throw new Refusal("perAddress");
        }
        await session.rows(INSERT, valuesOf(record));
      };
      try {
        await database.transaction(work);
      } catch (error) {
        if (error instanceof Refusal) return error.by;
        throw error;
      }
      unknown.delete(record.hash);
      return undefined;
    },
    async find(hash) {
      const known = kept.get(hash);
      const entry = known ?? unknown.get(hash);
      return entry && entry.until > performance.now() ? entry.record : read(hash, known?.record);
    },
    isAtHand: (hash) => kept.has(hash) || (unknown.get(hash)?.until ?? 0) > performance.now(),
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
      await database.transaction(async (session) => {
        // One statement takes a row once: the days of a key come one after the other.
        for (const day of new Set(uses.map((use) => use.day))) {
          const ofDay = uses.filter((use) => use.day === day);
          const columns = (["hash", "day", "requests", "refusals", "usedAt"] as const).map((name) =>
            ofDay.map((use) => use[name]),
          );
          await session.rows(ADD_USES, columns);
        }
      });
    },
    async listUses() {
      return database.rows<KeyUse>(SELECT_USES);
    },
    async salt() {
      const [row] = await database.rows<{ salt: string }>(SELECT_SALT);
      return String(row?.salt);
    },
    async close() {
      kept.clear();
      unknown.clear();
    },
  };
}
