import {
  type Block,
  blockKeys,
  type PreparedTransaction,
  type Recheck,
  recheckPending,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { readWorkingState } from "./_read_working_state.ts";

/** Splits pending transactions into those a block on top of `parent` could include and those it could not. */
export async function recheck(
  store: Store,
  waiting: readonly PreparedTransaction[],
  parent: Block,
): Promise<Recheck> {
  const chain = waiting[0]?.body.chain;
  if (!chain) return { kept: [], dropped: [] };
  // Any validator works: the keys that transactions read do not depend on it.
  const block = { chain, parent, validator: parent.validator, transactions: waiting };
  const state = await readWorkingState(store, (known) => blockKeys(block, known), parent.height);
  return recheckPending(waiting, { state, height: parent.height + 1 });
}
