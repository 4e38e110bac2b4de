import { type KeyFinder, readStateFor, type WorkingState } from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";

/**
 * The state that some work needs, of a height or of the head. Nothing may be written between one read and the next: the
 * devnet's queue sees to that.
 */
export function readWorkingState(
  store: Store,
  findKeys: KeyFinder,
  height?: number,
): Promise<WorkingState> {
  return readStateFor(async (keys) => (await store.readState(keys, height)).values, findKeys);
}
