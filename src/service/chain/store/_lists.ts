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
