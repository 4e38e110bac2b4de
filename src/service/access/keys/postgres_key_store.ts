import { setTimeout as delay } from "node:timers/promises";
import { createLru } from "../../lru_cache.ts";
import { type Database, prepare, type Statement } from "../../postgres.ts";
import { type KeyStatementName, keyStatements } from "./_key_statements.ts";
import { type KeyDatabase, keyStoreOn, type Steps } from "./_stored_keys.ts";
import type { KeyRecord, KeyStore } from "./key_store.ts";

/** Milliseconds that a record is cached, or that there is none: what changes is known everywhere within that time. */
const KEPT = 500;
/** Most records that are cached, and most hashes without one. */
const MAX_KEPT = 10_000;
/** Milliseconds that a known key is waited for; the database may not answer. */
const PATIENCE = 200;

const TEXTS = keyStatements({
  tie: "hash",
  used: "json_to_recordset($1) AS used (hash text, day bigint, requests bigint, refusals bigint, used_at bigint)",
  // Gateways that an address asks at the same time follow each other.
  lock: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
});

const STATEMENTS = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [name, prepare(text.replaceAll("{}", "fleet"))]),
) as Readonly<Record<KeyStatementName, Statement>>;

/** Rolls a transaction back that has this result. */
class Undone extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("Undone");
    this.result = result;
  }
}

function databaseOf(database: Database): KeyDatabase {
  return {
    rows: (name, values) => database.rows<object>(STATEMENTS[name], values),
    async transaction<Result>(
      steps: Steps<Result>,
      isKept: (result: Result) => boolean = () => true,
    ): Promise<Result> {
      try {
        return await database.transaction(async (session) => {
          let step = steps.next();
          while (!step.done) {
            const [name, values] = step.value;
            step = steps.next(await session.rows(STATEMENTS[name], values));
          }
          if (isKept(step.value)) return step.value;
          throw new Undone(step.value);
        });
      } catch (error) {
        if (error instanceof Undone) return error.result as Result;
        throw error;
      }
    },
    // The database stays open.
    close: async () => undefined,
  };
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
  const kept = createLru<string, Kept>(MAX_KEPT);
  /** Hashes of keys that nobody knows, apart: however many are tried, no record is forgotten. */
  const unknown = createLru<string, Kept>(MAX_KEPT);
  const keys = keyStoreOn(databaseOf(database), {
    added: (hash) => unknown.delete(hash),
    ended: (hash) => kept.delete(hash),
  });
  function read(hash: string, known?: Kept["record"]): Promise<KeyRecord | undefined> {
    const found = keys.find(hash);
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
    ...keys,
    async find(hash) {
      const known = kept.get(hash);
      const entry = known ?? unknown.get(hash);
      return entry && entry.until > performance.now() ? entry.record : read(hash, known?.record);
    },
    isAtHand: (hash) => kept.has(hash) || (unknown.get(hash)?.until ?? 0) > performance.now(),
    async close() {
      kept.clear();
      unknown.clear();
    },
  };
}
