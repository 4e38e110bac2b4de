import type { Direction } from "./store.ts";

/** The columns that name one list of `entry`. */
export type ListKey = readonly [account: number, type: number, direction: number];

/** Stands in a list's key where any account or type is meant. */
export const ANY = 0;

/** Each direction as it is written in a list's key. */
export const DIRECTION: Readonly<Record<Direction, number>> = { all: 0, in: 1, out: 2 };

/** Names, or their ids, under which a transaction is listed. */
export interface Listed<Name = number> {
  readonly type: Name;
  readonly sender: Name;
  readonly receiver: Name;
}

/**
 * Every list that a transaction is on; `any` stands for any account or type. Adding and removing both follow from this, so
 * no list keeps a stray entry.
 */
export function listsOf<Name>(
  { type, sender, receiver }: Listed<Name>,
  any: Name,
): (readonly [account: Name, type: Name, direction: number])[] {
  const lists: (readonly [Name, Name, number])[] = [
    [any, type, DIRECTION.all],
    [sender, any, DIRECTION.all],
    [sender, any, DIRECTION.out],
    [sender, type, DIRECTION.all],
    [receiver, any, DIRECTION.in],
  ];
  if (receiver !== sender) {
    lists.push([receiver, any, DIRECTION.all], [receiver, type, DIRECTION.all]);
  }
  return lists;
}

/** The end of a list: its newest `count` entries. */
export interface ListEnd {
  readonly account: number;
  readonly type: number;
  readonly direction: number;
  readonly count: number;
}

/** Transactions by the lists that they are on, in their order. */
export function byList<One extends Listed>(
  transactions: readonly One[],
): { readonly list: ListKey; readonly listed: One[] }[] {
  const groups = new Map<string, { readonly list: ListKey; readonly listed: One[] }>();
  for (const transaction of transactions) {
    for (const list of listsOf(transaction, ANY)) {
      const group = groups.get(list.join());
      if (group) group.listed.push(transaction);
      else groups.set(list.join(), { list, listed: [transaction] });
    }
  }
  return [...groups.values()];
}

/** The part of each list that transactions at the top of a chain hold. */
export function endsOf(transactions: readonly Listed[]): ListEnd[] {
  return byList(transactions).map(({ list: [account, type, direction], listed }) => {
    return { account, type, direction, count: listed.length };
  });
}

/** Most ids and lengths that are remembered; a few megabytes. */
const MAX_REMEMBERED = 50_000;

/** A list by the names of its account and type; null for any. */
export interface NamedList {
  readonly account: string | null;
  readonly type: string | null;
  readonly direction: number;
}

/**
 * Ids of names and lengths of lists as planned rows leave them. Whoever changes either by other means, or has a write
 * undone, clears them.
 */
export class Positions {
  readonly #ids = new Map<string, number>();
  readonly #lengths = new Map<string, number>();

  /** The names and the lists of transactions that are not known, to be read and told by `add` and `addLength`. */
  missing(transactions: readonly Listed<string>[]): {
    readonly names: readonly string[];
    readonly lists: readonly NamedList[];
  } {
    const names = new Set<string>();
    const lists = new Map<string, NamedList>();
    for (const transaction of transactions) {
      const { type, sender, receiver } = transaction;
      for (const name of [type, sender, receiver]) if (!this.#ids.has(name)) names.add(name);
      for (const [account, kind, direction] of listsOf<string | null>(transaction, null))
        if (!this.#isKnown(account, kind, direction))
          lists.set(`${account},${kind},${direction}`, { account, type: kind, direction });
    }
    return { names: [...names], lists: [...lists.values()] };
  }

  #isKnown(account: string | null, type: string | null, direction: number): boolean {
    const ids = [account, type].map((name) => (name === null ? ANY : this.#ids.get(name)));
    return this.#lengths.has(`${ids[0]},${ids[1]},${direction}`);
  }

  /** The id of a name; `undefined` for a new one, which is to be added. */
  idOf(name: string): number | undefined {
    return this.#ids.get(name);
  }

  add(name: string, id: number): void {
    this.#ids.set(name, id);
  }

  addLength([account, type, direction]: ListKey, length: number): void {
    this.#lengths.set(`${account},${type},${direction}`, length);
  }

  /** The next free position of a list, counted up. */
  nextIn([account, type, direction]: ListKey): number {
    const key = `${account},${type},${direction}`;
    const length = this.#lengths.get(key) ?? 0;
    this.#lengths.set(key, length + 1);
    return length;
  }

  clear(): void {
    this.#ids.clear();
    this.#lengths.clear();
  }

  /** Bounds what is remembered. To be called between two plans: a plan counts on its own additions. */
  trim(): void {
    if (this.#ids.size >= MAX_REMEMBERED || this.#lengths.size >= MAX_REMEMBERED) this.clear();
  }
}
