import type { StateChange } from "../transaction.ts";
import { type TreePages, type TreeUpdate, updateStateTreeSync } from "./update_state_tree.ts";

/** A state tree in memory, for chains that are built without a store. */
export class StateTree {
  readonly #pages = new Map<number, Uint8Array>();

  /** What the tree is kept as. */
  get pages(): TreePages {
    return this.#pages;
  }

  /** Makes changes of the state, each key once. */
  update(changes: readonly StateChange[]): TreeUpdate {
    const update = updateStateTreeSync(changes, () => this.#pages);
    for (const { id, bytes } of update.treePages) {
      if (bytes) this.#pages.set(id, bytes);
      else this.#pages.delete(id);
    }
    return update;
  }
}
