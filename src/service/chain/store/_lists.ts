import type { Direction } from "./store.ts";

/** The columns that name one list of `entry`. */
export type ListKey = readonly [account: number, type: number, direction: number];

/** Stands in a list's key where any account or type is meant. */
export const ANY = 0;

/** Each direction as it is written in a list's key. */
export const DIRECTION: Readonly<Record<Direction, number>> = { all: 0, in: 1, out: 2 };

/** Ids under which a transaction is listed. */
export interface Listed {
  readonly type: number;
  readonly sender: number;
  readonly receiver: number;
}

/** Every list that a transaction is on. Adding and removing both follow from this, so no list keeps a stray entry. */
export function listsOf({ type, sender, receiver }: Listed): ListKey[] {
  const lists: ListKey[] = [
    [ANY, type, DIRECTION.all],
    [sender, ANY, DIRECTION.all],
    [sender, ANY, DIRECTION.out],
    [sender, type, DIRECTION.all],
    [receiver, ANY, DIRECTION.in],
  ];
  if (receiver !== sender) {
    lists.push([receiver, ANY, DIRECTION.all], [receiver, type, DIRECTION.all]);
  }
  return lists;
}
