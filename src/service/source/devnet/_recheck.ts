import {
  keysOf,
  type PreparedTransaction,
  type Recheck,
  recheckPending,
} from "../../ledger/mod.ts";
import type { Store } from "../../store/mod.ts";
import { readWorkingState } from "./_read_working_state.ts";

/** Tells which of the waiting transactions a block on top of `height` could take, with the state as it was there. */
export async function recheck(
  store: Store,
  waiting: readonly PreparedTransaction[],
  height: number,
): Promise<Recheck> {
  const keys = [...new Set(waiting.flatMap(keysOf))];
  const state = await readWorkingState(store, keys, height);
  return recheckPending(waiting, { state, height: height + 1 });
}
