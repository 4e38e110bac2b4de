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

interface ReorganiseContext {
  readonly store: Store;
  readonly chain: DevnetChain;
  readonly snapshots: Snapshots;
}

const MAX_DEPTH = 1_000;

export async function reorganise(
  depth: number,
  options: ReorganiseOptions,
  { store, chain, snapshots }: ReorganiseContext,
): Promise<Reorganisation> {
  const oldHead = chain.head;
  const count = checkRequest(depth, options, oldHead.height);
  const newHead = (await store.findBlock(oldHead.height - depth))?.block;
  const lowest = (await store.findBlock(oldHead.height - depth + 1))?.block;
  if (!newHead || !lowest)
    throw new Error(`Cannot reorganise: there is no block ${depth} below the newest`);
  const fallen = await readFallen(store, lowest.height, oldHead.height);
  // Checked against the state after the removal, but before it, so that the store changes in one step.
  const { kept, dropped } = await recheck(store, [...fallen, ...chain.mempool.list()], newHead);
  await chain.rewind({ newHead, pending: kept, dropped });
  snapshots.forgetAbove(newHead.height);
  const { leaveOut = [] } = options;
  const leftOut = new Set(leaveOut === "all" ? fallen.map(({ hash }) => hash) : leaveOut);
  const blocks: ProducedBlock[] = [];
  while (blocks.length < count) {
    // In order of arrival, not chosen fairly, so that transactions run in the same order as before.
    const candidates = chain.mempool.list().filter(({ hash }) => !leftOut.has(hash));
    // A different time gives a different hash, even if all else is equal.
    blocks.push(await chain.produce({ candidates, earliest: lowest.timestamp + 1 }));
  }
  return { fromHeight: lowest.height, oldHead, newHead, blocks };
}

/** Restores the head and the pending transactions of a snapshot; returns the head. */
export async function revert(
  id: string,
  { chain, snapshots }: ReorganiseContext,
): Promise<LedgerBlock> {
  const snapshot = snapshots.get(id);
  const pending = new Set(snapshot.pending.map(({ hash }) => hash));
  const gone = chain.mempool.list().filter(({ hash }) => !pending.has(hash));
  const reason = `The devnet was reverted to ${id}, taken before this transaction`;
  const dropped = gone.map((transaction) => ({ transaction, reason }));
  await chain.rewind({ newHead: snapshot.head, pending: snapshot.pending, dropped });
  snapshots.forgetAfter(snapshot);
  return snapshot.head;
}

/** Validates the request; returns the number of replacing blocks. */
function checkRequest(depth: number, options: ReorganiseOptions, height: number): number {
  const { blocks = depth + 1 } = options;
  if (!Number.isSafeInteger(depth) || depth < 1 || depth > MAX_DEPTH) {
    throw new RangeError(
      `Cannot reorganise: depth must be a whole number from 1 to ${MAX_DEPTH}, got ${depth}`,
    );
  }
  if (depth > height) {
    throw new RangeError(
      `Cannot reorganise: depth must be at most ${height}, the blocks above genesis, got ${depth}`,
    );
  }
  if (Number.isSafeInteger(blocks) && blocks > depth && blocks <= 2 * MAX_DEPTH) return blocks;
  throw new RangeError(
    `Cannot reorganise: blocks must be a whole number from ${depth + 1}, one more than depth, to ${2 * MAX_DEPTH}, got ${blocks}`,
  );
}

/** The transactions of the blocks from one height to another, in chain order. */
async function readFallen(store: Store, from: number, to: number): Promise<PreparedTransaction[]> {
  const fallen: PreparedTransaction[] = [];
  for (let height = from; height <= to; height++) {
    const transactions = await store.readBlockTransactions(height);
    for (const { raw } of transactions) fallen.push(prepareTransaction(raw));
  }
  return fallen;
}

/** A state of a chain that can be restored. */
interface Snapshot {
  readonly id: string;
  readonly head: LedgerBlock;
  /** Pending transactions, in the order of arrival. */
  readonly pending: readonly PreparedTransaction[];
}

/** Most snapshots; bounded, since each holds its pending transactions. */
const MAX_SNAPSHOTS = 1_000;

/** The snapshots of a devnet, oldest first. Ids are never reused. */
export class Snapshots {
  #snapshots: Snapshot[] = [];
  #taken = 0;

  get ids(): string[] {
    return this.#snapshots.map(({ id }) => id);
  }

  /**
   * Saves a snapshot and returns its id.
   *
   * @throws {RangeError} If there are too many.
   */
  take(head: LedgerBlock, pending: readonly PreparedTransaction[]): string {
    if (this.#snapshots.length >= MAX_SNAPSHOTS) {
      throw new RangeError(
        `Cannot take a snapshot: there are already ${MAX_SNAPSHOTS}, the maximum; revert to an earlier one`,
      );
    }
    const id = `snap-${++this.#taken}`;
    this.#snapshots.push({ id, head, pending });
    return id;
  }

  /**
   * The snapshot of an id.
   *
   * @throws {RangeError} If there is none.
   */
  get(id: string): Snapshot {
    const found = this.#snapshots.find((snapshot) => snapshot.id === id);
    if (found) return found;
    const known = this.ids.join(", ");
    throw new RangeError(
      `Cannot revert: there is no snapshot ${JSON.stringify(id)}, known are ${known || "none"}`,
    );
  }

  forgetAfter({ id }: Snapshot): void {
    const index = this.#snapshots.findIndex((snapshot) => snapshot.id === id);
    this.#snapshots = this.#snapshots.slice(0, index + 1);
  }

  /** Drops the snapshots whose block was removed, all above `height`. */
  forgetAbove(height: number): void {
    this.#snapshots = this.#snapshots.filter(({ head }) => head.height <= height);
  }
}
