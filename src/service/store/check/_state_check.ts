import { chainStateRoot, NO_HASH } from "../../ledger/mod.ts";
import type { CheckedBlock } from "./_checked_block.ts";

/** Follows the state from block to block and compares its root with the headers. */
export class StateCheck {
  #root: string | undefined = NO_HASH;

  /** Tells whether a block's changes do not lead to the root that its header states. Blocks come in order. */
  *find({ block, changes }: CheckedBlock): Generator<string> {
    if (this.#root === undefined) return;
    const real = chainStateRoot(this.#root, changes);
    // Goes on from what the header states, so that one fault is told once.
    this.#root = block.stateRoot;
    if (block.stateRoot === real) return;
    yield `Block ${block.height}: stateRoot is ${block.stateRoot}, its ${changes.length} changes give ${real}`;
  }

  /** Gives up: a block is missing, and what follows cannot be told. */
  stop(): void {
    this.#root = undefined;
  }
}
