import type { StateChange } from "./state_change.ts";
import { type TreeNodes, type TreeUpdate, updateStateTreeSync } from "./update_state_tree.ts";

/** A state tree in memory, for chains that are built without a store. */
export class StateTree {
  readonly #nodes = new Map<string, string>();

  /** Its branches. */
  get nodes(): TreeNodes {
    return this.#nodes;
  }

  /** Makes changes of the state, each key once. */
  update(changes: readonly StateChange[]): TreeUpdate {
    const update = updateStateTreeSync(changes, () => this.#nodes);
    for (const { path, text } of update.treeNodes) {
      if (text === undefined) this.#nodes.delete(path);
      else this.#nodes.set(path, text);
    }
    return update;
  }
}
