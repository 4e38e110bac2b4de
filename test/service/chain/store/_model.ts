import type {
  ExecutedTransaction,
  ProducedBlock,
} from "../../../../src/service/chain/ledger/mod.ts";
import type {
  AccountReading,
  RenderedPage,
  Store,
} from "../../../../src/service/chain/store/mod.ts";
import { listed } from "./_listed.ts";

const EVERYTHING = { offset: 0, limit: 10_000 };

/** Everything a store says about itself, list by list. */
export interface Picture {
  readonly head: number;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly state: Readonly<Record<string, string | undefined>>;
  readonly accounts: Readonly<Record<string, AccountReading | undefined>>;
}

/** The names that pictures are taken of. */
export interface Names {
  readonly addresses: readonly string[];
  readonly types: readonly string[];
  readonly keys: readonly string[];
}

/** Asks a store for every list and every state value at every height, and checks each total against its list. */
export async function pictureOf(store: Store, names: Names): Promise<Picture> {
  const lists: Record<string, readonly string[]> = {};
  const head = (await store.head())?.block.height ?? -1;
  const add = (name: string, page: RenderedPage): void => {
    const { items, total } = listed(page);
    if (items.length !== total) {
      throw new Error(`List ${name} has ${items.length} items and a total of ${total}`);
    }
    lists[name] = items;
  };
  add("blocks", await store.listBlocks({ ...EVERYTHING, order: "asc" }));
  add("all", await store.listTransactions(EVERYTHING));
  for (const type of names.types) {
    add(type, await store.listTransactions({ ...EVERYTHING, type }));
  }
  for (const address of names.addresses) {
    add(address, await store.listTransactions({ ...EVERYTHING, address }));
    for (const direction of ["in", "out", "all"] as const) {
      const page = await store.listAccountTransactions(address, { ...EVERYTHING, direction });
      add(`${address} ${direction}`, page);
    }
    for (const type of names.types) {
      add(`${address} ${type}`, await store.listTransactions({ ...EVERYTHING, address, type }));
    }
  }
  const state: Record<string, string | undefined> = {};
  for (let height = 0; height <= head; height++) {
    const { values } = await store.readState(names.keys, height);
    for (const key of names.keys) state[`${key}@${height}`] = values.get(key);
  }
  const accounts: Record<string, AccountReading | undefined> = {};
  for (const address of names.addresses) accounts[address] = await store.readAccount(address);
  return { head, lists, state, accounts };
}

/** The picture that these blocks should give, worked out the slow and plain way. */
export function expectedPicture(blocks: readonly ProducedBlock[], names: Names): Picture {
  const newest = blocks.flatMap(({ executed }) => executed).toReversed();
  const pick = (accepts: (transaction: ExecutedTransaction) => boolean): string[] =>
    newest.filter(accepts).map(({ hash }) => hash);
  const lists: Record<string, readonly string[]> = {
    blocks: blocks.map(({ block }) => `block ${block.height}`),
    all: pick(() => true),
  };
  for (const type of names.types) lists[type] = pick((one) => one.type === type);
  for (const address of names.addresses) {
    const all = pick(({ from, to }) => from === address || to === address);
    lists[address] = all;
    lists[`${address} all`] = all;
    lists[`${address} in`] = pick(({ to }) => to === address);
    lists[`${address} out`] = pick(({ from }) => from === address);
    for (const type of names.types) {
      lists[`${address} ${type}`] = pick(
        (one) => one.type === type && (one.from === address || one.to === address),
      );
    }
  }
  const state: Record<string, string | undefined> = {};
  const values = new Map<string, string | undefined>();
  for (const { block, changes } of blocks) {
    for (const { key, value } of changes) values.set(key, value);
    for (const key of names.keys) state[`${key}@${block.height}`] = values.get(key);
  }
  const accounts: Record<string, AccountReading | undefined> = {};
  for (const address of names.addresses) accounts[address] = expectedAccount(blocks, address);
  return { head: blocks.length - 1, lists, state, accounts };
}

function expectedAccount(
  blocks: readonly ProducedBlock[],
  address: string,
): AccountReading | undefined {
  const key = `account:${address}`;
  const isIn = ({ from, to }: ExecutedTransaction): boolean => from === address || to === address;
  const having = blocks.filter(
    ({ executed, changes }) => executed.some(isIn) || changes.some((one) => one.key === key),
  );
  const [first, last] = [having[0], having.at(-1)];
  if (!first || !last) return undefined;
  const changes = blocks.flatMap((one) => one.changes).filter((one) => one.key === key);
  return {
    height: blocks.length - 1,
    state: changes.at(-1)?.value,
    txCount: blocks.flatMap(({ executed }) => executed).filter(isIn).length,
    firstSeen: first.block.timestamp,
    lastSeen: last.block.timestamp,
  };
}
