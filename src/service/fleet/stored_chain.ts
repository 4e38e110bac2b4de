import { randomUUID } from "node:crypto";
import type { Segment } from "../../chains/mod.ts";
import { openPostgresStore } from "../chain/store/internal.ts";
import type { ChainStore, Render } from "../chain/store/mod.ts";
import type { Database } from "../postgres.ts";
import { isTableMissing, openChecked } from "./_migrations.ts";
import { repeat } from "../turns.ts";
import { Lease } from "./_writer_post.ts";

/** A chain in a database that processes share. */
interface StoredChain {
  /** `postgres://…` of the database. */
  readonly store: string;
  readonly segment: Segment;
  readonly render: Render;
}

/** Most milliseconds of a statement; a check reads whole tables. */
const STATEMENT_TIMEOUT = 3_600_000;
/** Milliseconds between renewals of a lease, which lasts for two seconds. */
const RENEWAL = 500;

const SELECT_SEGMENTS = {
  name: "",
  text: `SELECT nspname AS segment FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid
    WHERE relname = 'lease' ORDER BY nspname`,
};

/**
 * The segments that a database has tables of.
 *
 * @throws {Error} If the database cannot be used or has no schema.
 */
export async function sharedSegments(store: string): Promise<Segment[]> {
  const database = await open(store);
  try {
    const rows = await database.rows<{ readonly segment: Segment }>(SELECT_SEGMENTS);
    return rows.map(({ segment }) => segment);
  } finally {
    await database.close();
  }
}

/**
 * Reads a chain as it is at one moment, whatever is written meanwhile.
 *
 * @throws {Error} If the database cannot be used or has no tables of the segment.
 */
export async function readStoredChain<T>(
  { store: url, segment, render }: StoredChain,
  read: (chain: ChainStore) => Promise<T>,
): Promise<T> {
  const database = await open(url);
  try {
    const session = await database.snapshot();
    const transaction = (): Promise<never> =>
      Promise.reject(new Error("Cannot write: the store is read alone"));
    const parts = { database: { ...session, transaction }, schema: segment, render };
    return await read(await explained(segment, openPostgresStore(parts)));
  } finally {
    await database.close();
  }
}

/**
 * Opens a chain while no other process can produce blocks.
 *
 * @throws {Error} If another process produces its blocks, or the database cannot be used.
 */
export async function useStoredChain<T>(
  { store: url, segment, render }: StoredChain,
  use: (chain: ChainStore) => Promise<T>,
): Promise<T> {
  const database = await open(url);
  const lease = new Lease(database, segment, `copy ${randomUUID()}`);
  let term: number | undefined;
  let stopRenewing: (() => Promise<void>) | undefined;
  try {
    const taken = (term = await explained(segment, lease.acquire()));
    if (taken === undefined)
      throw new Error(
        `Cannot copy into ${segment} of the database: another process produces its blocks; stop every writer first`,
      );
    stopRenewing = repeat(RENEWAL, () => lease.renew(taken));
    return await use(await openPostgresStore({ database, schema: segment, render, term: taken }));
  } finally {
    // A renewal that is under way would take it again.
    await stopRenewing?.();
    if (term !== undefined) await lease.release(term).catch(() => undefined);
    await database.close();
  }
}

function open(url: string): Promise<Database> {
  // What the rows come from may be slow: no transaction may end because it is idle.
  return openChecked({ url, maximum: 3, statementTimeout: STATEMENT_TIMEOUT, idleTimeout: 0 });
}

/** Explains what to do where a segment has no tables. */
async function explained<T>(segment: Segment, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!isTableMissing(cause)) throw cause;
    const remedy = `run "alphadelta migrate --chain ${segment}"`;
    throw new Error(`Cannot use the database: it has no tables of ${segment}; ${remedy}`, {
      cause,
    });
  }
}
