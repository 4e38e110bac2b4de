import { type KeyFinder, readStateFor, type WorkingState } from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";

/**
 * Reads state, of a height or of the head. Nothing may be written between its reads, which the devnet's queue
 * guarantees.
 */
export function readWorkingState(
  store: Store,
  findKeys: KeyFinder,
  height?: number,
): Promise<WorkingState> {
  return readStateFor(async (keys) => (await store.readState(keys, height)).values, findKeys);
}
