import { chainStateRoot, NO_HASH } from "../../ledger/mod.ts";
import type { CheckedBlock } from "./_checked_block.ts";

/** Tells whether a block's changes of the state do not lead to the root that its header states. */
export function* findStateFaults({ block, below, changes }: CheckedBlock): Generator<string> {
  const root = block.height === 0 ? NO_HASH : below?.block.stateRoot;
  if (root === undefined) return;
  const real = chainStateRoot(root, changes);
  if (block.stateRoot === real) return;
  yield `Block ${block.height}: stateRoot is ${block.stateRoot}, its ${changes.length} changes give ${real}`;
}
