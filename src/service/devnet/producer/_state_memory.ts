import {
  blockKeys,
  comingKeys,
  type KeyFinder,
  readStateFor,
  type StateSource,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { StateChange } from "../../chain/state_tree/mod.ts";

/** Values beyond which everything is forgotten; about 20 MB. */
const MAX_VALUES = 100_000;

/** Cache of state values at the head. The block producer is the only writer, so the values stay valid. */
export class StateMemory {
  /** A key without a value is there too. */
  readonly #values = new Map<string, string | undefined>();
  #isAhead = false;

  /** Reads state; asks the store for unknown values alone. */
  read(findKeys: KeyFinder, source: StateSource): Promise<WorkingState> {
    const values = this.#values;
    return readStateFor(async (keys) => {
      const missing = keys.filter((key) => !values.has(key));
      if (missing.length > 0) {
        const found = await source(missing);
        for (const key of missing) values.set(key, found.get(key));
      }
      return new Map(
        keys.flatMap((key) => {
          const value = values.get(key);
          return value === undefined ? [] : [[key, value]];
        }),
      );
    }, findKeys);
  }

  /** Reads state for a block, and the first time for all that waits for a later one. */
  async readForBlock(
    block: Parameters<typeof blockKeys>[0],
    source: StateSource,
  ): Promise<WorkingState> {
    const coming = this.#isAhead ? () => [] : (known: WorkingState) => comingKeys(block, known);
    const state = await this.read(
      (known) => [...blockKeys(block, known), ...coming(known)],
      source,
    );
    this.#isAhead = true;
    return state;
  }

  follow(changes: readonly StateChange[]): void {
    if (this.#values.size > MAX_VALUES) return this.clear();
    for (const { key, value } of changes) this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
    this.#isAhead = false;
  }
}
