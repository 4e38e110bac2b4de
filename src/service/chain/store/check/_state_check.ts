import { StateTree } from "../../state_tree/mod.ts";
import type { CheckedBlock } from "./_checked_block.ts";

/** Follows the state from block to block in a tree of its own, and compares the root with the headers. */
export class StateCheck {
  readonly #tree = new StateTree();
  #isFollowing = true;

  /** Tells whether a block's changes do not lead to the root that its header states. Blocks come in order. */
  *find({ block, changes }: CheckedBlock): Generator<string> {
    if (!this.#isFollowing) return;
    const repeated = repeatedKey(changes);
    if (repeated !== undefined) {
      this.stop();
      yield `Block ${block.height}: its changes hold the state value ${repeated} more than once`;
      return;
    }
    const { stateRoot } = this.#tree.update(changes);
    if (block.stateRoot === stateRoot) return;
    // The blocks above follow from another state, so that one fault is told once.
    this.stop();
    yield `Block ${block.height}: stateRoot is ${block.stateRoot}, its ${changes.length} changes give ${stateRoot}`;
  }

  /** Gives up: what follows cannot be told. */
  stop(): void {
    this.#isFollowing = false;
  }
}

/** A tree takes each key once. */
function repeatedKey(changes: CheckedBlock["changes"]): string | undefined {
  const seen = new Set<string>();
  return changes.find(({ key }) => seen.size === seen.add(key).size)?.key;
}
