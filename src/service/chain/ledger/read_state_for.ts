import { createWorkingState, WorkingState } from "./working_state.ts";

/** Reads the stored texts of keys; keys without a value are left out. */
export type StateSource = (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Names the keys that some work reads, as far as they can be told from what is known of the state. */
export type KeyFinder = (known: WorkingState) => readonly string[];

/**
 * Reads all the state that some work needs. Which keys it needs may follow from other values, so `findKeys` is asked
 * again with what was read until it names nothing new; there is one call of `read` for each round.
 */
export async function readStateFor(read: StateSource, findKeys: KeyFinder): Promise<WorkingState> {
  const keys = new Set<string>();
  const values = new Map<string, string>();
  for (;;) {
    const known = new WorkingState((key) => values.get(key));
    const fresh = [...new Set(findKeys(known))].filter((key) => !keys.has(key));
    if (fresh.length === 0) return createWorkingState(keys, values);
    for (const key of fresh) keys.add(key);
    for (const [key, value] of await read(fresh)) values.set(key, value);
  }
}
