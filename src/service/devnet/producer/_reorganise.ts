import {
  type LedgerBlock,
  type PreparedTransaction,
  prepareTransaction,
  type ProducedBlock,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { DevnetChain } from "./_devnet_chain.ts";
import { recheck } from "./mempool.ts";
import type { Reorganisation, ReorganiseOptions } from "./devnet_options.ts";
import type { Snapshots } from "./_snapshots.ts";

interface ReorganiseContext {
  readonly store: Store;
  readonly chain: DevnetChain;
  readonly snapshots: Snapshots;
}

/** Most blocks that one reorganisation removes. */
const MAX_DEPTH = 1_000;

/** Removes the `depth` highest blocks, and produces others from their transactions and the pending ones. */
export async function reorganise(
  depth: number,
  options: ReorganiseOptions,
  { store, chain, snapshots }: ReorganiseContext,
): Promise<Reorganisation> {
  const oldHead = chain.head;
  const count = readBlockCount(depth, options, oldHead.height);
  const newHead = (await store.findBlock(oldHead.height - depth))?.block;
  const lowestRemoved = (await store.findBlock(oldHead.height - depth + 1))?.block;
  if (!newHead || !lowestRemoved)
    throw new Error(`Cannot reorganise: there is no block ${depth} below the newest`);
  const removed = await readRemoved(store, lowestRemoved.height, oldHead.height);
  // Against the state at `newHead`, but before anything is removed: the store then changes in one step.
  const { kept, dropped } = await recheck(store, [...removed, ...chain.mempool.list()], newHead);
  await chain.rewind({ newHead, pending: kept, dropped });
  snapshots.forgetAbove(newHead.height);
  const { leaveOut = [] } = options;
  const leftOut = new Set(leaveOut === "all" ? removed.map(({ hash }) => hash) : leaveOut);
  const blocks: ProducedBlock[] = [];
  while (blocks.length < count) {
    // In order of arrival rather than by fair choice, so that transactions run in the same order as before.
    const candidates = chain.mempool.list().filter(({ hash }) => !leftOut.has(hash));
    // Later than the removed block, so that the hash differs even if all else is equal.
    blocks.push(await chain.produce({ candidates, earliest: lowestRemoved.timestamp + 1 }));
  }
  return { fromHeight: lowestRemoved.height, oldHead, newHead, blocks };
}

/** Restores the head and the pending transactions of a snapshot; returns the head. */
export async function revert(
  id: string,
  { chain, snapshots }: ReorganiseContext,
): Promise<LedgerBlock> {
  const snapshot = snapshots.get(id);
  const pending = new Set(snapshot.pending.map(({ hash }) => hash));
  const later = chain.mempool.list().filter(({ hash }) => !pending.has(hash));
  const reason = `The devnet was reverted to ${id}, taken before this transaction`;
  const dropped = later.map((transaction) => ({ transaction, reason }));
  await chain.rewind({ newHead: snapshot.head, pending: snapshot.pending, dropped });
  snapshots.forgetAfter(snapshot);
  return snapshot.head;
}

/** Validates the request; returns the number of replacing blocks. */
function readBlockCount(depth: number, options: ReorganiseOptions, height: number): number {
  const { blocks = depth + 1 } = options;
  if (!Number.isSafeInteger(depth) || depth < 1 || depth > MAX_DEPTH)
    throw new RangeError(
      `Cannot reorganise: depth must be a whole number from 1 to ${MAX_DEPTH}, got ${depth}`,
    );
  if (depth > height)
    throw new RangeError(
      `Cannot reorganise: depth must be at most ${height}, the blocks above genesis, got ${depth}`,
    );
  if (!Number.isSafeInteger(blocks) || blocks <= depth || blocks > 2 * MAX_DEPTH)
    throw new RangeError(
      `Cannot reorganise: blocks must be a whole number from ${depth + 1}, one more than depth, to ${2 * MAX_DEPTH}, got ${blocks}`,
    );
  return blocks;
}

/** The transactions of the blocks from one height to another, in chain order. */
async function readRemoved(store: Store, from: number, to: number): Promise<PreparedTransaction[]> {
  const all: PreparedTransaction[] = [];
  for (let height = from; height <= to; height++) {
    const transactions = await store.readBlockTransactions(height);
    for (const { raw } of transactions) all.push(prepareTransaction(raw));
  }
  return all;
}
