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

interface PositionSource {
  /** The id of a name; `undefined` for a new one. */
  findId(name: string): number | undefined;
  findLength(list: ListKey): number;
}

/**
 * Ids of names and lengths of lists as planned rows leave them; each is looked up once. Whoever changes either by other
 * means, or has a write undone, clears them.
 */
export class Positions {
  readonly #source: PositionSource;
  readonly #ids = new Map<string, number>();
  readonly #lengths = new Map<string, number>();

  constructor(source: PositionSource) {
    this.#source = source;
  }

  /** The id of a name; `undefined` for a new one, which is to be added. */
  idOf(name: string): number | undefined {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const found = this.#source.findId(name);
    if (found !== undefined) this.#ids.set(name, found);
    return found;
  }

  add(name: string, id: number): void {
    this.#ids.set(name, id);
  }

  /** The next free position of a list, counted up. */
  nextIn(list: ListKey): number {
    const key = `${list[0]},${list[1]},${list[2]}`;
    const length = this.#lengths.get(key) ?? this.#source.findLength(list);
    this.#lengths.set(key, length + 1);
    return length;
  }

  clear(): void {
    this.#ids.clear();
    this.#lengths.clear();
  }

  /** Bounds the remembered lists. To be called between two plans: a plan counts on its own additions. */
  trim(): void {
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    if (this.#lengths.size >= MAX_REMEMBERED) this.#lengths.clear();
  }
}
