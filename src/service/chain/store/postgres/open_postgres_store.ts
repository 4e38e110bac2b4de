import { LIMITS } from "../../../../generated/limits.gen.ts";
import { randomBytes } from "../../../crypto.ts";
import type { Database } from "../../../postgres.ts";
import type { Render } from "../store.ts";
import { statementsOf } from "./_statements.ts";
import { PostgresStore } from "./postgres_store.ts";

/** Location of a store on PostgreSQL, and how it renders its records. */
interface PostgresStoreOptions {
  /** The database, which stays open when the store is closed. */
  readonly database: Pick<Database, "rows" | "transaction">;
  /** Schema of the segment; `migrate` makes it. */
  readonly schema: string;
  readonly render: Render;
  /** Term of the lease by which it writes; without one it writes pending transactions alone. */
  readonly term?: number;
  /** Events that are kept, from 1. @default {10_000} */
  readonly maximumEvents?: number;
}

/**
 * Opens the store of one segment. Any number of processes may have one open; of those that write, one has the lease.
 *
 * @throws {LeaseLostError} If the lease is of another term.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { database, schema, render, term, maximumEvents = LIMITS.eventLogEvents } = options;
  const sql = statementsOf(schema);
  const store = new PostgresStore({ database, schema, sql, render, term, maximumEvents });
  await store.refresh();
  if (term !== undefined && render.events) await store.beginEpoch(newEpoch());
  return store;
}

/** A name that no other epoch has. */
export function newEpoch(): string {
  return Buffer.from(randomBytes(6)).toString("base64url");
}
