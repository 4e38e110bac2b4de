import type { Hex } from "../../../../units/mod.ts";
import type { Database, Transaction } from "../../../postgres.ts";
import type { LogBound } from "../../../event_retention.ts";
import { type EventDraft, MOST_FORGOTTEN } from "../event_log.ts";
import { fromBlob } from "../_rows.ts";
import type { Render } from "../store.ts";
import { columnsOf, type TableName } from "../_tables.ts";
import { Reader } from "./_reader.ts";
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

/** The connection of reads within a transaction. */
export interface Reads {
  readonly session: Transaction;
  readonly sql: Statements;
  readonly reader: Reader;
}

/** A write that is under way. */
export interface Write
  extends Reads, Pick<WriteParts, "schema" | "render" | "bound" | "clock" | "term"> {
  /** The row of `chain` once the write is done, but for `last_event`. */
  readonly chain: ChainRow;
  /** Events to log once it is done. */
  readonly events: EventDraft[];
}

/** Another process has taken over the lease that a writer had: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor(term: number) {
    super(`Cannot write: the lease of term ${term} has passed to another process`);
  }
}

/** The parts of every write to a segment. */
export interface WriteParts {
  /** Stays open when the store is closed. */
  readonly database: Pick<Database, "rows" | "transaction">;
  /** That of the segment; `migrate` makes it. */
  readonly schema: string;
  readonly sql: Statements;
  readonly render: Render;
  /** The retention of the log; only the holder of the lease applies it. */
  readonly bound: LogBound;
  /** Milliseconds since 1970, by which events age. */
  readonly clock: () => number;
  /** Term of the lease by which it writes; without one it writes pending transactions alone. */
  readonly term: number | undefined;
}

/** Begins a write: makes sure that it may be done, and keeps others from writing. */
export type Lock = (reads: Reads, term: number | undefined) => Promise<ChainRow>;

/** Only the holder of the lease of its term writes, and nobody else until it is done. */
export const lockAll: Lock = (reads, term) => lockByLease(reads, term, "lockAll");

/**
 * Only the holder of the lease of its term writes. Others may add pending transactions until {@linkcode lockOthers} is
 * called: pending transactions and events are to be written after it.
 */
export const lockBlocks: Lock = (reads, term) => lockByLease(reads, term, "lockBlocks");

/** Anyone writes, and nobody else until it is done. */
export const lockPending: Lock = async ({ session, sql }) => {
  const [row] = await session.rows<ChainRow>(sql.lockChain);
  if (!row) throw new Error("Cannot write: the segment has no chain");
  return { ...row };
};

/** Keeps everybody else from writing until the write is done. */
export function lockOthers({ session, sql }: Write): void {
  session.run(sql.lockChain);
}

/**
 * Does a write: all of it, or none. `read` and the lock are one round trip; where `work` returns `false` nothing is
 * written.
 *
 * @returns The moment after it; undefined where the answer to that was lost.
 */
export async function transact<Found>(
  { database, schema, sql, render, bound, clock, term }: WriteParts,
  lock: Lock,
  read: (reads: Reads) => Promise<Found>,
  work: (write: Write, found: Found) => Promise<void> | false | void,
): Promise<View | undefined> {
  // The last statement is answered with the commit: nobody waits for the one before the other.
  const { view } = await database.transaction(async (session) => {
    const reads = { session, sql, reader: new Reader(session, sql) };
    const [locked, found] = await Promise.allSettled([lock(reads, term), read(reads)]);
    // Both have ended: nothing may be left to run on the session.
    if (locked.status === "rejected") throw locked.reason;
    if (found.status === "rejected") throw found.reason;
    const chain = locked.value;
    const write: Write = { ...reads, schema, render, bound, clock, term, chain, events: [] };
    const isWritten = (await work(write, found.value)) !== false;
    return { view: isWritten ? settle(write) : Promise.resolve(chain) };
  });
  return view.catch(() => undefined);
}

/** Logs the events of a write so far and writes what the chain counts, which tells every process. */
export function settle(write: Write): Promise<View> {
  const { session, schema, sql, chain } = write;
  const events = write.events.splice(0);
  lockOthers(write);
  logEvents(write, events);
  const { revision, removals, height, transactions, epoch } = chain;
  const values = [revision, removals, height, transactions, epoch, events.length, schema];
  type Counts = Pick<View, "last_event" | "last_pending">;
  const told = session.rows<Counts>(sql.unlock, values);
  const view = told.then(([{ last_event, last_pending } = chain]) => {
    return { ...chain, last_event, last_pending };
  });
  // If it fails, so does the transaction, which tells why.
  view.catch(() => undefined);
  return view;
}

/** Adds events to the log; the holder of the lease also forgets the oldest ones beyond its bound. */
function logEvents(
  { session, sql, bound, clock, term }: Write,
  drafts: readonly EventDraft[],
): void {
  if (drafts.length === 0) return;
  const now = clock();
  session.run(sql.insertEvents, [JSON.stringify(eventRows(drafts, now))]);
  if (term === undefined) return;
  const events = Math.min(bound.events, Number.MAX_SAFE_INTEGER);
  session.run(sql.forgetEvents, [
    MOST_FORGOTTEN + drafts.length,
    events,
    Math.max(0, now - bound.age),
  ]);
}

/** The rows of events, numbered from 1. */
function eventRows(drafts: readonly EventDraft[], at: number): object[] {
  return drafts.map(({ topic, body, about }, index) => {
    const { type, from: sender, to: receiver } = about ?? {};
    return { seq: index + 1, at, topic, type, sender, receiver, body };
  });
}

async function lockByLease(
  { session, sql }: Reads,
  term: number | undefined,
  name: "lockAll" | "lockBlocks",
): Promise<ChainRow> {
  if (term === undefined) throw new Error("Cannot write: this store has no lease");
  const [row] = await session.rows<ChainRow>(sql[name], [term]);
  if (!row) throw new LeaseLostError(term);
  return { ...row };
}
