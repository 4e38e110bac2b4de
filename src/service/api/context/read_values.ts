import {
  type Block,
  type KeyFinder,
  readStateFor,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";

/** State after a block. */
export interface StateAt {
  /** The block; `undefined` in an empty store. */
  readonly block: Block | undefined;
  readonly state: WorkingState;
}

/**
 * Reads the state that a response needs, all of it after the same block: the head at the time of the call. If that
 * block is removed between the reads, all of them are repeated.
 */
export async function readValues(store: Store, findKeys: KeyFinder): Promise<StateAt> {
  for (;;) {
    const block = (await store.head())?.block;
    const height = block?.height ?? -1;
    const state = await readStateFor(
      async (keys) => (await store.readState(keys, height)).values,
      findKeys,
    );
    const after = await store.findBlock(height);
    if (after?.block.hash === block?.hash) return { block, state };
  }
}
