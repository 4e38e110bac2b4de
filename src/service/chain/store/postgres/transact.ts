import type { Hex } from "../../../../units/mod.ts";
import type { Database, Transaction } from "../../../postgres.ts";
import type { EventDraft } from "../event_log.ts";
import { fromBlob } from "../_rows.ts";
import type { Render } from "../store.ts";
import { columnsOf, type TableName } from "../_tables.ts";
import type { Statements, View } from "./_statements.ts";

/** Rows as JSON, by which the names of columns alone say where a value goes. */
export function toJson(table: TableName, rows: readonly object[]): string {
  const bytes = columnsOf(table).filter(({ isBytes }) => isBytes);
  if (bytes.length === 0) return JSON.stringify(rows);
  const written = rows.map((row) => {
    const copy: Record<string, unknown> = { ...row };
    for (const { name } of bytes) copy[name] = bytea(copy[name] as Hex | Uint8Array);
    return copy;
  });
  return JSON.stringify(written);
}

/** Bytes, or hex as bytes, as JSON has them for a `bytea`. */
function bytea(value: Hex | Uint8Array): string {
  return `\\x${(typeof value === "string" ? value : fromBlob(value)).slice(2)}`;
}

/** The row of `chain`, as a write leaves it. */
type ChainRow = { -readonly [Column in keyof View]: View[Column] } & {
  transactions: number;
};

/** A write that is under way. */
export interface Write {
  readonly session: Transaction;
  readonly schema: string;
  readonly sql: Statements;
  readonly render: Render;
  /** The row of `chain` once the write is done, but for `last_event`. */
  readonly chain: ChainRow;
  /** Events to log once it is done. */
  readonly events: EventDraft[];
  /** Events that the log keeps. */
  readonly maximumEvents: number;
}

/** Another process has taken over the lease that a writer had: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor(term: number) {
    super(`Cannot write: the lease of term ${term} has passed to another process`);
  }
}

/** What every write to one segment needs. */
export interface WriteParts {
  readonly database: Pick<Database, "rows" | "transaction">;
  /** Schema of the segment. */
  readonly schema: string;
  readonly sql: Statements;
  readonly render: Render;
  /** Events that the log keeps. */
  readonly maximumEvents: number;
  /** Term of the lease by which it writes; without one it writes pending transactions alone. */
  readonly term: number | undefined;
}

/** Begins a write: makes sure that it may be done, and keeps others from writing. */
export type Lock = (session: Transaction, parts: WriteParts) => Promise<ChainRow>;

/** Whoever has the lease of its term alone writes, and nobody else until it is done. */
export const lockAll: Lock = (session, parts) => lockByLease(session, parts, "lockAll");

/**
 * Whoever has the lease of its term alone writes. Others may add pending transactions until {@linkcode lockOthers} is
 * called: pending transactions and events are to be written after it.
 */
export const lockBlocks: Lock = (session, parts) => lockByLease(session, parts, "lockBlocks");

/** Anyone writes, and nobody else until it is done. */
export const lockPending: Lock = async (session, { sql }) => {
  const [row] = await session.rows<ChainRow>(sql.lockChain);
  if (!row) throw new Error("Cannot write: the segment has no chain");
  return { ...row };
};

/** Keeps everybody else from writing until the write is done. */
export function lockOthers({ session, sql }: Write): void {
  session.run(sql.lockChain);
}

/** Does a write: all of it, or none. Gives the moment after it; undefined where the answer to that was lost. */
export function transact(
  parts: WriteParts,
  lock: Lock,
  work: (write: Write) => Promise<void>,
): Promise<View | undefined> {
  return commit(parts, async (session) => {
    const write = beginWrite(session, parts, await lock(session, parts));
    await work(write);
    return { view: settle(write) };
  });
}

/** Runs a transaction whose last statement is answered with its commit: nobody waits for the one before the other. */
export async function commit(
  { database }: WriteParts,
  work: (session: Transaction) => Promise<{ readonly view: Promise<View> }>,
): Promise<View | undefined> {
  const { view } = await database.transaction(work);
  return view.catch(() => undefined);
}

/** A write of what `chain` is locked for. */
export function beginWrite(session: Transaction, parts: WriteParts, chain: ChainRow): Write {
  const { schema, sql, render, maximumEvents } = parts;
  return { session, schema, sql, render, maximumEvents, chain, events: [] };
}

/** Logs the events of a write so far and writes what the chain counts, which tells every process. */
export function settle(write: Write): Promise<View> {
  const { session, schema, sql, chain } = write;
  const events = write.events.splice(0);
  lockOthers(write);
  logEvents(write, events);
  const { revision, removals, height, transactions, epoch } = chain;
  const values = [revision, removals, height, transactions, epoch, events.length, schema];
  const told = session.rows<{ last_event: number }>(sql.unlock, values);
  const view = told.then(([row]) => ({ ...chain, last_event: row?.last_event ?? 0 }));
  // If it fails, so does the transaction, which tells why.
  view.catch(() => undefined);
  return view;
}

/** Adds events to the log and forgets the oldest ones beyond the bound. */
function logEvents({ session, sql, maximumEvents }: Write, events: readonly EventDraft[]): void {
  if (events.length === 0) return;
  const rows = events.map(({ topic, body, about }, index) => ({
    seq: index + 1,
    topic,
    type: about?.type,
    sender: about?.from,
    receiver: about?.to,
    body,
  }));
  session.run(sql.insertEvents, [JSON.stringify(rows)]);
  session.run(sql.forgetEvents, [events.length - maximumEvents]);
}

async function lockByLease(
  session: Transaction,
  { sql, term }: WriteParts,
  name: "lockAll" | "lockBlocks",
): Promise<ChainRow> {
  if (term === undefined) throw new Error("Cannot write: this store has no lease");
  const [row] = await session.rows<ChainRow>(sql[name], [term]);
  if (!row) throw new LeaseLostError(term);
  return { ...row };
}
