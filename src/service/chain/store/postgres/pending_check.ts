import type { Address, Hex } from "../../../../units/mod.ts";
import { fromBlob, toBlob } from "../_rows.ts";
import type { PendingBytes } from "../store.ts";
import { readState } from "../_reads.ts";
import type { SegmentReads } from "./_segment_reads.ts";
import { type PendingRow, type SegmentWrite, jsonOfRows, toPendingRow } from "./_segment_write.ts";

/**
 * Adds pending transactions, in order.
 *
 * @param first The first `seq` of those that were pending before.
 * @returns The sequence of the last one; 0 where none was added.
 */
export async function addPending(
  { session, sql }: SegmentWrite,
  transactions: readonly PendingBytes[],
  first: ReadonlyMap<Hex, number> = new Map(),
): Promise<number> {
  if (transactions.length === 0) return 0;
  const rows = transactions.map((one) => ({
    ...toPendingRow(one),
    first_seq: first.get(one.hash),
  }));
  const inserted = await session.rows<{ seq: number }>(sql.insertPending, [
    jsonOfRows("pending", rows),
  ]);
  return Math.max(0, ...inserted.map(({ seq }) => seq));
}

/**
 * Makes these the pending transactions, in this order. What other processes added beyond `seen`, the newest that the
 * caller knew of, stays behind them: it was accepted.
 *
 * @returns The sequence of the last one; 0 where there is none.
 */
export async function replacePending(
  write: SegmentWrite,
  pending: readonly PendingBytes[],
  seen: number,
): Promise<number> {
  const { session, sql } = write;
  const rows = await session.rows<PendingRow & { readonly hash: Buffer }>(sql.takePending);
  const first = new Map(rows.map(({ hash, first_seq }) => [fromBlob(hash), first_seq ?? 0]));
  const late = rows.filter(({ seq }) => seq > seen).toSorted((a, b) => a.seq - b.seq);
  const last = await addPending(write, pending, first);
  if (late.length > 0) session.run(sql.insertPending, [jsonOfRows("pending", late)]);
  return last;
}

/** State of a transaction: in a block with a status, or pending. */
interface StatusRow {
  readonly hash: Buffer;
  readonly status: "pending" | "success" | "failed";
}

/** State that submissions are checked against, while nobody else writes. */
export type PendingCheck = ReturnType<typeof pendingCheck>;

/** Checks by the reads of a write that is under way. */
export function pendingCheck(reads: Pick<SegmentReads, "all" | "one">) {
  return {
    /** States of transactions: in a block with a status, or pending. */
    async statuses(hashes: readonly Hex[]): Promise<ReadonlyMap<Hex, StatusRow["status"]>> {
      const rows = await reads.all<StatusRow>("statuses", [hashes.map(toBlob)]);
      return new Map(rows.map(({ hash, status }) => [fromBlob(hash), status]));
    },
    /** The nonces of the pending transactions of senders. */
    async nonces(senders: readonly Address[]): Promise<ReadonlyMap<Address, ReadonlySet<number>>> {
      const rows = await reads.all<{ sender: string; nonces: number[] }>("nonces", [senders]);
      return new Map(rows.map(({ sender, nonces }) => [sender, new Set(nonces)]));
    },
    /** The serial numbers among these that a pending transaction spends. */
    async spent(serialNumbers: readonly Hex[]): Promise<ReadonlySet<Hex>> {
      if (serialNumbers.length === 0) return new Set();
      const rows = await reads.all<{ serial: string }>("spent", [serialNumbers]);
      return new Set(rows.map(({ serial }) => serial));
    },
    async count(): Promise<number> {
      return (await reads.one<{ total: number }>("pendingCount"))?.total ?? 0;
    },
    /** State values at the head. */
    async state(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return (await readState(reads, keys)).values;
    },
  };
}
