import { createSha256 } from "../../../crypto.ts";
import { GENESIS, type GenesisState } from "../../ledger/mod.ts";
import type { PendingBytes, Store } from "../store.ts";
import { formatBlock, formatEnd, formatHeader, formatPending } from "./_lines.ts";

/** Told how many blocks of how many are done. */
export type StoreProgress = (done: number, total: number) => void;

/**
 * Writes a chain as lines of text, each with its end, one block at a time. Nothing may be written to the store
 * meanwhile.
 *
 * @throws {Error} If the store is empty, or has a gap.
 */
export async function* dumpStore(store: Store, onProgress?: StoreProgress): AsyncGenerator<string> {
  const digest = createSha256();
  let lines = 0;
  for await (const line of chainLines(store, onProgress)) {
    const text = `${line}\n`;
    digest.update(text);
    lines++;
    yield text;
  }
  yield `${formatEnd({ lines, digest: digest.end() })}\n`;
}

async function* chainLines(store: Store, onProgress?: StoreProgress): AsyncGenerator<string> {
  const head = await store.head();
  if (!head) throw new Error("Cannot dump: the store holds no blocks");
  const { height } = head.block;
  const genesis = await readGenesis(store);
  const pending = await readPending(store);
  yield formatHeader({
    ...genesis,
    height,
    transactions: head.totalTransactions,
    pending: pending.length,
  });
  for (let at = 0; at <= height; at++) {
    const block = (await store.findBlock(at))?.block;
    if (!block) throw new Error(`Cannot dump: block ${at} is missing, the head is at ${height}`);
    yield formatBlock({ block, executed: await store.readBlockTransactions(at) });
    onProgress?.(at + 1, height + 1);
  }
  for (const { raw } of pending) yield formatPending(raw);
}

/** Pending transactions that are in no block; one that is in a block as well could not be loaded again. */
async function readPending(store: Store): Promise<PendingBytes[]> {
  const pending: PendingBytes[] = [];
  for (const one of await store.listPending()) {
    if (!(await store.findTransaction(one.hash))) pending.push(one);
  }
  return pending;
}

async function readGenesis(store: Store): Promise<GenesisState> {
  const text = (await store.readState([GENESIS.key()], 0)).values.get(GENESIS.key());
  if (text === undefined)
    throw new Error("Cannot dump: the store does not say what it was started from");
  return GENESIS.decode(text);
}
