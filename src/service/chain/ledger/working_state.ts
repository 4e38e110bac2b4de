import type { StateWrite } from "../state_tree/mod.ts";
import type { Address, Amount } from "../../../units/mod.ts";
import { type Account, ACCOUNT, type StateKind } from "./state_kinds.ts";

type StateReader = (key: string) => string | undefined;

interface Entry {
  readonly kind: StateKind<unknown>;
  readonly value: unknown;
}

/**
 * State while it is worked on: reads come from below, changes stay here until they are taken or merged.
 *
 * A value is decoded once and encoded once, however often it is read and set in between.
 */
export class WorkingState {
  readonly #read: (key: string, kind: StateKind<unknown>) => unknown;
  readonly #seen = new Map<string, unknown>();
  readonly #changes = new Map<string, Entry | undefined>();

  constructor(read: StateReader | WorkingState) {
    this.#read =
      read instanceof WorkingState
        ? (key, kind) => read.#get(key, kind)
        : (key, kind) => {
            const text = read(key);
            return text === undefined ? undefined : kind.decode(text);
          };
  }

  /** The value of a kind under an id, or `undefined`. It may be handed out again: it must not be changed in place. */
  get<T>(kind: StateKind<T>, id?: string): T | undefined {
    return this.#get(kind.key(id), kind) as T | undefined;
  }

  set<T>(kind: StateKind<T>, id: string | undefined, value: T): void {
    this.#changes.set(kind.key(id), { kind, value });
  }

  remove<T>(kind: StateKind<T>, id?: string): void {
    this.#changes.set(kind.key(id), undefined);
  }

  /** A state on top of this one, for work that may be thrown away. */
  fork(): WorkingState {
    return new WorkingState(this);
  }

  /** Applies the changes of a fork of this state. */
  merge(fork: WorkingState): void {
    for (const [key, entry] of fork.#changes) this.#changes.set(key, entry);
  }

  /** Changes so far, sorted by key. Setting a value to what it was counts as a change. */
  changes(): StateWrite[] {
    const byKey = [...this.#changes].toSorted(([left], [right]) => (left < right ? -1 : 1));
    return byKey.map(([key, entry]) => ({ key, value: entry?.kind.encode(entry.value) }));
  }

  #get(key: string, kind: StateKind<unknown>): unknown {
    if (this.#changes.has(key)) return this.#changes.get(key)?.value;
    if (this.#seen.has(key)) return this.#seen.get(key);
    const value = this.#read(key, kind);
    this.#seen.set(key, value);
    return value;
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

const NO_ACCOUNT: Account = { balance: 0n, nonce: 0 };

/** An account of either chain; zeros for one that has none yet. */
export function accountOf(state: WorkingState, address: Address): Account {
  return state.get(ACCOUNT, address) ?? NO_ACCOUNT;
}

/** Adds base units to a balance. */
export function credit(state: WorkingState, address: Address, value: Amount): void {
  const account = accountOf(state, address);
  state.set(ACCOUNT, address, { ...account, balance: account.balance + value });
}

/** Takes base units off a balance; false, with nothing changed, if it holds fewer. */
export function debit(state: WorkingState, address: Address, value: Amount): boolean {
  const account = state.get(ACCOUNT, address);
  if (!account || account.balance < value) return false;
  state.set(ACCOUNT, address, { ...account, balance: account.balance - value });
  return true;
}
