import { NO_HASH } from "../../ledger/mod.ts";
import { ANY, type Listed, type ListKey, listsOf } from "../_lists.ts";
import { type BlockRow, fromBlob } from "../_rows.ts";
import type { PendingBytes } from "../store.ts";
import { addPending } from "./_pending.ts";
import { rewindTree } from "./_tree.ts";
import type { Write } from "./_write.ts";

type FoundBlock = BlockRow & { readonly is_found: true | null };

/** Removes every block above a height with what came with them, and logs that. */
export async function removeBlocks(write: Write, height: number): Promise<void> {
  const { session, sql, chain, render } = write;
  const [oldHead] = await session.rows<FoundBlock>(sql.head);
  const [lowest] = await session.rows<FoundBlock>(sql.blockByHeight, [Math.max(height + 1, 0)]);
  if (!oldHead?.is_found || !lowest?.is_found) return;
  const { first_tx, first_name, first_state } = lowest;
  const from = [first_tx, first_state, render.accountPrefix];
  const accounts = await session.rows<{ address: string }>(sql.accountsFrom, from);
  await removeEntries(write, first_tx);
  await rewindTree(write, first_state, lowest.height - 1);
  session.run(sql.deleteTransactions, [first_tx]);
  session.run(sql.deleteNames, [first_name]);
  session.run(sql.deleteState, [first_state]);
  session.run(sql.deleteBlocks, [lowest.height - 1]);
  const addresses = accounts.map(({ address }) => address);
  session.run(sql.deleteAccounts, [addresses]);
  session.run(sql.recountAccounts, [addresses, render.accountPrefix]);
  chain.height = lowest.height - 1;
  chain.transactions = first_tx;
  chain.removals = chain.revision + 1;
  const removal = {
    fromHeight: lowest.height,
    oldHead: fromBlob(oldHead.hash),
    newHead: lowest.height > 0 ? fromBlob(lowest.parent_hash) : NO_HASH,
  };
  write.events.push(...(render.events?.removal(removal) ?? []));
}

async function removeEntries({ session, sql }: Write, firstTx: number): Promise<void> {
  const removed = new Map<string, { readonly list: ListKey; count: number }>();
  for (const row of await session.rows<Listed>(sql.listedFrom, [firstTx])) {
    for (const list of listsOf(row, ANY)) {
      const known = removed.get(list.join());
      if (known) known.count++;
      else removed.set(list.join(), { list, count: 1 });
    }
  }
  const ends = [...removed.values()].map(({ list: [account, type, direction], count }) => ({
    account,
    type,
    direction,
    count,
  }));
  session.run(sql.deleteEntries, [JSON.stringify(ends)]);
}

interface PendingRow {
  readonly seq: number;
  readonly hash: Buffer;
  readonly raw: Buffer;
  readonly sender: string | null;
  readonly nonce: number | null;
  readonly serial_numbers: string[] | null;
}

/**
 * Makes these the pending transactions, in this order. What other processes added beyond `seen`, the newest that the
 * caller knew of, stays behind them: it was accepted.
 *
 * @returns The sequence of the last one; 0 where there is none.
 */
export async function replacePending(
  write: Write,
  pending: readonly PendingBytes[],
  seen: number,
): Promise<number> {
  const { session, sql } = write;
  const rows = await session.rows<PendingRow>(sql.takePending);
  const before = new Set(rows.map(({ hash }) => fromBlob(hash)));
  const late = rows.filter(({ seq }) => seq > seen).toSorted((a, b) => a.seq - b.seq);
  const known = pending.filter(({ hash }) => before.has(hash)).map(({ hash }) => hash);
  const last = await addPending(write, pending, known);
  if (late.length > 0) session.run(sql.insertPending, [JSON.stringify(late.map(toJson))]);
  return last;
}

function toJson({ hash, raw, ...row }: PendingRow): object {
  return { ...row, hash: `\\x${hash.toString("hex")}`, raw: `\\x${raw.toString("hex")}` };
}
