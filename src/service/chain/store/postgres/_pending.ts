import { fromBlob } from "../_rows.ts";
import type { PendingBytes } from "../store.ts";
import { bytea } from "./_insert_blocks.ts";
import { logEvents, type Write } from "./_write.ts";

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
  const { session, sql, render } = write;
  const rows = transactions.map(({ hash, raw, body }) => ({
    hash: bytea(hash),
    raw: `\\x${Buffer.from(raw).toString("hex")}`,
    sender: body?.from,
    nonce: body?.nonce,
    serial_numbers: body && "serialNumbers" in body ? body.serialNumbers : undefined,
  }));
  const inserted = await session.rows<{ seq: number; hash: Buffer }>(sql.insertPending, [
    JSON.stringify(rows),
  ]);
  const last = Math.max(0, ...inserted.map(({ seq }) => seq));
  const { events } = render;
  if (!events) return last;
  const added = new Set(inserted.map(({ hash }) => fromBlob(hash)));
  for (const hash of known) added.delete(hash);
  const fresh = transactions.filter(({ hash }) => added.has(hash));
  await logEvents(
    write,
    fresh.flatMap((one) => events.pending(one)),
  );
  return last;
}
