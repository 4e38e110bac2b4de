import type { ProducedBlock } from "../../ledger/mod.ts";
import type { StoredBlock } from "../store.ts";

/** A block as the check reads it, with the one below it where that is there. */
export interface CheckedBlock extends Omit<ProducedBlock, "treeNodes"> {
  readonly stored: StoredBlock;
  readonly below: StoredBlock | undefined;
}
