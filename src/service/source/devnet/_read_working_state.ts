import { createWorkingState, type WorkingState } from "../../ledger/mod.ts";
import type { Store } from "../../store/mod.ts";

/** A working state over what a store has under some keys, at a height or at the head. */
export async function readWorkingState(
  store: Store,
  keys: readonly string[],
  height?: number,
): Promise<WorkingState> {
  const { values } = await store.readState(keys, height);
  return createWorkingState(keys, values);
}
