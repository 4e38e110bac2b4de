import { NO_HASH } from "../../ledger/mod.ts";
import {
  pathsTo,
  type StateChange,
  type TreeNode,
  type TreeNodes,
  type TreeUpdate,
  updateStateTree,
} from "../../state_tree/mod.ts";
import { ANY, type BlockRow, fromBlob, type Listed, type ListKey, listsOf } from "../_rows.ts";
import type { PendingBytes } from "../store.ts";
import type { Write } from "./_transact.ts";
import { addPending } from "./pending_check.ts";

interface NodeRow {
  readonly is_found: true | null;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Levels of the tree that are read at once: a tree of a million keys has seven or eight. */
const LEVELS = 10;

/** Reads branches of the state tree from the rows of a statement. */
export function toTreeNodes(rows: readonly NodeRow[]): TreeNodes {
  return new Map(
    rows.flatMap(({ is_found, path, bytes }) => (is_found ? [[path, bytes.toString("hex")]] : [])),
  );
}

/** Writes branches of the state tree, of several under one path the last. */
export function writeTree({ session, sql }: Write, nodes: readonly TreeNode[]): void {
  const last = [...new Map(nodes.map(({ path, text }) => [path, text]))];
  const gone = last.flatMap(([path, text]) => (text === undefined ? [path] : []));
  const kept = last.flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, bytes: `\\x${text}` }],
  );
  if (kept.length > 0) session.run(sql.putTreeNodes, [JSON.stringify(kept)]);
  if (gone.length > 0) session.run(sql.deleteTreeNodes, [gone]);
}

/**
 * Takes the tree back to a height: gives every key that rows of `state` from `firstState` on changed the value that it
 * has there. To be called before these rows go.
 */
export async function rewindTree(write: Write, firstState: number, height: number): Promise<void> {
  const { session, sql } = write;
  const keys = await session.rows<{ key: string }>(sql.changedKeys, [firstState]);
  const values = await session.rows<{ key: string; value: string | null }>(sql.state, [
    keys.map(({ key }) => key),
    height,
  ]);
  const changes = values.flatMap(({ key, value }): StateChange[] =>
    key === null ? [] : [{ key, value: value ?? undefined }],
  );
  writeTree(write, (await updateTree(write, changes)).treeNodes);
}

/** The state tree after changes. Every branch that may be on the way to them is asked for at once. */
export function updateTree(
  { session, sql }: Pick<Write, "session" | "sql">,
  changes: readonly StateChange[],
): Promise<TreeUpdate> {
  const read = async (paths: readonly string[]): Promise<TreeNodes> =>
    toTreeNodes(await session.rows<NodeRow>(sql.treeNodes, [paths]));
  const keys = changes.map(({ key }) => key);
  const ahead = read(pathsTo(keys, LEVELS));
  return updateStateTree(changes, (paths) =>
    (paths[0]?.length ?? 0) < LEVELS ? ahead : read(paths),
  );
}

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
