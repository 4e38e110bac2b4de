import {
  type LedgerBlock,
  blockKeys,
  type PreparedTransaction,
  produceBlock,
  type ProducedBlock,
  readStateFor,
} from "../src/service/chain/ledger/mod.ts";
import type { Store } from "../src/service/chain/store/mod.ts";

/** Makes a block on top of a chain's head, without applying it. */
export async function makeBlock(
  { store, head }: { readonly store: Store; readonly head: LedgerBlock },
  transactions: readonly PreparedTransaction[],
): Promise<ProducedBlock> {
  const { validator } = head;
  const timestamp = head.timestamp + 2;
  const block = { chain: "delta", parent: head, transactions, validator, timestamp } as const;
  const state = await readStateFor(
    async (keys) => (await store.readState(keys)).values,
    (known) => blockKeys(block, known),
  );
  return produceBlock({ ...block, state }, (paths) => store.readTreeNodes(paths));
}
