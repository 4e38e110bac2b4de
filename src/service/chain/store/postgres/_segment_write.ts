import type { Hex } from "../../../../units/mod.ts";
import type { Transaction } from "../../../postgres.ts";
import type { ChangedChain, LongWrite, Values } from "../_engine.ts";
import { fromBlob } from "../_rows.ts";
import type { WriteName } from "../_statements.ts";
import { columnsOf, type RowOf, type TableName } from "../_tables.ts";
import type { PendingBytes } from "../store.ts";
import type { Statements } from "./_statements.ts";
import { SegmentReads, type View } from "./_segment_reads.ts";

/** Rows as JSON, by which the names of columns alone say where a value goes. */
export function jsonOfRows(table: TableName, rows: readonly object[]): string {
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

/** A row of `pending` with the columns that this dialect adds. */
export interface PendingRow extends RowOf<"pending"> {
  readonly sender: string | null | undefined;
  readonly nonce: number | null | undefined;
  readonly serial_numbers: readonly string[] | null | undefined;
  /** Its first `seq`, where it has another one since. */
  readonly first_seq: number | null | undefined;
}

export function toPendingRow({
  hash,
  raw,
  body,
}: PendingBytes): Omit<PendingRow, "seq" | "first_seq"> {
  return {
    hash,
    raw,
    sender: body?.from,
    nonce: body?.nonce,
    serial_numbers: body && "serialNumbers" in body ? body.serialNumbers : undefined,
  };
}

/** The row of `chain`, as a write leaves it. */
export type ChainRow = { -readonly [Column in keyof View]: View[Column] } & {
  transactions: number;
};

/** A write that is under way: its statements are sent at once, and answered with the commit. */
export class SegmentWrite extends SegmentReads implements LongWrite {
  readonly session: Transaction;
  readonly sql: Statements;
  readonly schema: string;
  /** The row of `chain` once the write is done, but for `last_pending`. */
  readonly chain: ChainRow;

  constructor(session: Transaction, schema: string, sql: Statements, chain: ChainRow) {
    super(session, sql);
    this.session = session;
    this.sql = sql;
    this.schema = schema;
    this.chain = chain;
  }

  run(name: WriteName, values?: Values): void {
    this.session.run(this.sql[name], values);
  }

  insert(table: TableName, rows: readonly object[]): void {
    if (rows.length === 0) return;
    const { session, sql } = this;
    if (table === "pending") {
      const pending = (rows as readonly PendingBytes[]).map(toPendingRow);
      session.run(sql.insertPending, [jsonOfRows(table, pending)]);
    } else session.run(sql[`insert ${table}`], [jsonOfRows(table, rows)]);
    if (table === "event") this.chain.last_event = (rows.at(-1) as RowOf<"event">).seq;
  }

  change({ height, transactions, isRemoval }: ChangedChain): void {
    const { chain } = this;
    Object.assign(chain, { height, transactions, revision: chain.revision + 1 });
    if (isRemoval) chain.removals = chain.revision;
    this.session.run(this.sql.lockChain);
  }

  beginEpoch(name: string): void {
    this.chain.epoch = name;
  }

  async settle(): Promise<void> {
    await this.writeChain();
  }

  /** Writes the counts of the chain, and notifies every process. */
  writeChain(): Promise<View> {
    const { session, sql, schema, chain } = this;
    const { revision, removals, height, transactions, epoch, last_event } = chain;
    const values = [revision, removals, height, transactions, epoch, last_event, schema];
    const rows = session.rows<Pick<View, "last_event" | "last_pending">>(sql.unlock, values);
    const view = rows.then(([{ last_pending } = chain]) => ({ ...chain, last_pending }));
    // If the statement fails, the transaction fails with the reason.
    view.catch(() => undefined);
    return view;
  }
}
