import { fromBlob } from "../_rows.ts";
import type { PendingBytes } from "../store.ts";
import { bytea } from "./_bytea.ts";
import type { Write } from "./_write.ts";

/**
 * Adds pending transactions, in order, and logs those that were not there; `known` are some that were.
 *
 * @returns The sequence of the last one; 0 where none was added.
 */
export async function addPending(
  write: Write,
  transactions: readonly PendingBytes[],
  known: readonly string[] = [],
): Promise<number> {
  if (transactions.length === 0) return 0;
  const { session, sql } = write;
  const rows = [JSON.stringify(transactions.map(toColumns))];
  const inserted = await session.rows<{ seq: number; hash: Buffer }>(sql.insertPending, rows);
  const added = new Set(inserted.map(({ hash }) => fromBlob(hash)));
  for (const hash of known) added.delete(hash);
  logPending(
    write,
    transactions.filter(({ hash }) => added.has(hash)),
  );
  return Math.max(0, ...inserted.map(({ seq }) => seq));
}

/** Adds pending transactions, none of which is there, in order, and logs them. */
export function addFresh(write: Write, transactions: readonly PendingBytes[]): void {
  const { session, sql } = write;
  session.run(sql.insertPending, [JSON.stringify(transactions.map(toColumns))]);
  logPending(write, transactions);
}

function logPending({ render, events }: Write, transactions: readonly PendingBytes[]): void {
  for (const one of transactions) events.push(...(render.events?.pending(one) ?? []));
}

function toColumns({ hash, raw, body }: PendingBytes): object {
  return {
    hash: bytea(hash),
    raw: `\\x${Buffer.from(raw).toString("hex")}`,
    sender: body?.from,
    nonce: body?.nonce,
    serial_numbers: body && "serialNumbers" in body ? body.serialNumbers : undefined,
  };
}
