import type { Render, Store, StoredBlock } from "../store.ts";
import { findBlockFaults } from "./_block_faults.ts";
import type { CheckedBlock } from "./_checked_block.ts";
import { StateCheck } from "./_state_check.ts";
import { findTransactionFaults } from "./_transaction_faults.ts";

/**
 * Checks a store from its first block to its head: lists and totals, then the hashes of all blocks and transactions,
 * the roots that the headers state, and the rendered texts. Gives a sentence for each fault, none for a sound store.
 * Nothing may be written meanwhile.
 */
export async function* checkStore(store: Store, render: Render): AsyncGenerator<string> {
  yield* store.inspect();
  const head = (await store.head())?.block.height ?? -1;
  const state = new StateCheck();
  let below: StoredBlock | undefined;
  for (let height = 0; height <= head; height++) {
    try {
      const stored = await store.findBlock(height);
      if (stored) yield* findFaults(store, render, { stored, below, state });
      else yield `Block ${height} is missing`;
      if (!stored) state.stop();
      below = stored;
    } catch (error) {
      yield `Block ${height} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      below = undefined;
      state.stop();
    }
  }
  yield* findPendingFaults(store);
}

async function* findFaults(
  store: Store,
  render: Render,
  { state, ...parts }: Pick<CheckedBlock, "stored" | "below"> & { readonly state: StateCheck },
): AsyncGenerator<string> {
  const { block } = parts.stored;
  const executed = await store.readBlockTransactions(block.height);
  const changes = await store.readChanges(block.height);
  const checked: CheckedBlock = { ...parts, block, executed, changes };
  yield* findBlockFaults(checked);
  yield* state.find(checked);
  for (const transaction of executed) yield* findTransactionFaults(transaction);
  yield* findRenderingFaults(store, render, checked);
}

async function* findRenderingFaults(
  store: Store,
  render: Render,
  { stored, block, executed }: CheckedBlock,
): AsyncGenerator<string> {
  const { height } = block;
  const list = { order: "asc", offset: height, limit: 1 } as const;
  const { items } = await store.listBlocks(list);
  if (stored.rendered !== render.block(block) || items !== `[${render.blockSummary(block)}]`) {
    yield `Block ${height} has a rendered body that differs from its fields`;
  }
  for (const transaction of executed) {
    const text = await store.renderTransaction(transaction.hash);
    if (text === render.transaction(transaction)) continue;
    yield `Transaction ${transaction.hash} has a rendered body that differs from its fields`;
  }
}

async function* findPendingFaults(store: Store): AsyncGenerator<string> {
  for (const { hash, raw } of await store.listPending()) {
    yield* findTransactionFaults({ hash, raw });
  }
}
