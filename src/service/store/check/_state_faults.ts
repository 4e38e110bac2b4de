import type { StateTree } from "../../ledger/mod.ts";
import type { CheckedBlock } from "./_checked_block.ts";

/** Tells whether a block's changes, made in the tree of the state below it, lead to another root than its header states. */
export function* findStateFaults(
  { block, changes }: CheckedBlock,
  tree: StateTree,
): Generator<string> {
  const { stateRoot } = tree.update(changes);
  if (block.stateRoot === stateRoot) return;
  yield `Block ${block.height}: stateRoot is ${block.stateRoot}, its ${changes.length} changes give ${stateRoot}`;
}
