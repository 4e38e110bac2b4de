import type { StateKind } from "./state_kinds.ts";
import type { StateChange } from "./transaction.ts";

/** Reads the stored text of a key. */
export type StateReader = (key: string) => string | undefined;

/**
 * State while it is worked on: reads come from below, changes stay here until they are taken or merged.
 */
export class WorkingState {
  readonly #read: StateReader;
  readonly #changes = new Map<string, string | undefined>();

  constructor(read: StateReader) {
    this.#read = read;
  }

  /** The value of a kind under an id, or `undefined`. */
  get<T>(kind: StateKind<T>, id?: string): T | undefined {
    const text = this.#readKey(kind.key(id));
    return text === undefined ? undefined : kind.decode(text);
  }

  /** Sets the value of a kind under an id. */
  set<T>(kind: StateKind<T>, id: string | undefined, value: T): void {
    this.#changes.set(kind.key(id), kind.encode(value));
  }

  /** Removes the value of a kind under an id. */
  remove<T>(kind: StateKind<T>, id?: string): void {
    this.#changes.set(kind.key(id), undefined);
  }

  /** A state on top of this one, for work that may be thrown away. */
  fork(): WorkingState {
    return new WorkingState((key) => this.#readKey(key));
  }

  /** Takes over what a fork of this state changed. */
  merge(fork: WorkingState): void {
    for (const [key, value] of fork.#changes) this.#changes.set(key, value);
  }

  /** What changed so far, sorted by key. A value set to what it was counts as a change. */
  changes(): StateChange[] {
    const byKey = [...this.#changes].toSorted(([left], [right]) => (left < right ? -1 : 1));
    return byKey.map(([key, value]) => ({ key, value }));
  }

  #readKey(key: string): string | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#read(key);
  }
}

/**
 * A working state over values read beforehand. Reading a key that was not among `keys` throws: the transaction's kind
 * forgot to name it, and absent and unread must never be mixed up.
 */
export function createWorkingState(
  keys: Iterable<string>,
  values: ReadonlyMap<string, string>,
): WorkingState {
  const declared = new Set(keys);
  return new WorkingState((key) => {
    if (!declared.has(key)) {
      throw new Error(`Cannot read state "${key}": it was not among the keys read beforehand`);
    }
    return values.get(key);
  });
}
