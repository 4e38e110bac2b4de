import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ProducedBlock } from "../../../../../src/service/chain/ledger/mod.ts";
import { prepareStore } from "../../../../../src/service/chain/store/sqlite/open_sqlite_store.ts";
import {
  openSqliteStore,
  type Render,
  type Store,
} from "../../../../../src/service/chain/store/mod.ts";
import { IS_WHOLE } from "../../../../_suites.ts";
import { digestOf, hashOf, makeBlock, RENDER, type Sketch, treeAfter } from "../_blocks.ts";
import { type BoundedStore, openBounded } from "../_bounded_store.ts";
import { collect } from "../_chain_file.ts";
import { copyStore } from "../_copy_store.ts";
import { stateOf } from "../_state_of.ts";

const FULL = "database or disk is full";
/** Bounds that are tried for one write, at most. */
const BOUNDS = IS_WHOLE ? 8 : 3;

const folder = mkdtempSync(join(tmpdir(), "full-disk-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

function freshPath(): string {
  return join(folder, `${files++}.sqlite`);
}

/** Also logs an event for each block and removal. */
const LOGGING: Render = {
  ...RENDER,
  events: {
    block: ({ block }) => [{ topic: "blocks", body: JSON.stringify(block.hash) }],
    removal: (removal) => [{ topic: "reorgs", body: JSON.stringify(removal) }],
  },
};

/** Transfers between accounts that no other word has. */
function transfers(word: string, count: number): Sketch[] {
  return Array.from({ length: count }, (_, index) => ({
    from: `dx1${word}${index}`,
    to: `dx1${word}${index + 1}`,
  }));
}

/** Changes of keys that no other word has, and of one that all have. */
function changes(word: string, count: number): { key: string; value: string }[] {
  const own = Array.from({ length: count }, (_, index) => `account:dx1${word}${index}`);
  return [...own, "supply"].map((key) => ({ key, value: word }));
}

function pendingOf(word: string, count: number): { hash: string; raw: Uint8Array }[] {
  return Array.from({ length: count }, (_, index) => {
    const text = `${word} ${index}`;
    return { hash: hashOf(text), raw: Buffer.from(text.repeat(400)) };
  });
}

const genesis = makeBlock(undefined, transfers("a", 20), changes("a", 200));
const first = makeBlock(genesis, transfers("b", 20), changes("b", 200));
const waiting = pendingOf("waiting", 3);
/** The write after the failed one; they share nothing. */
const next = makeBlock(first, transfers("next", 20), changes("next", 50), "next");

/** Everything that a store tells. */
async function contentsOf(
  store: Store,
  treePaths: readonly string[],
): Promise<Record<string, unknown>> {
  const addresses = ["a", "b", "c1", "c9", "large", "huge"].flatMap((word) => [
    `dx1${word}0`,
    `dx1${word}5`,
  ]);
  const all = { offset: 0, limit: 1_000 };
  const height = (await store.head())?.block.height ?? -1;
  return {
    head: await store.head(),
    blocks: await store.listBlocks({ ...all, order: "desc" }),
    transactions: await store.listTransactions(all),
    lists: await Promise.all(
      addresses.map((address) =>
        store.listAccountTransactions(address, { ...all, direction: "all" }),
      ),
    ),
    accounts: await Promise.all(addresses.map((address) => store.readAccount(address))),
    state: hashOf(JSON.stringify(await stateOf(store))),
    changes: hashOf(JSON.stringify(await store.readChanges(height))),
    tree: digestOf(await store.readTreeNodes(treePaths)),
    pending: (await store.listPending()).map(({ hash }) => hash),
    events: await store.events.read(0, 100_000),
  };
}

/** A write, the store that it meets, and a block that can follow where it failed. */
interface Case {
  readonly before: (store: Store) => Promise<void>;
  readonly write: (store: Store) => Promise<void>;
  /** The block whose state tree has all branches that there may be before it. */
  readonly last: ProducedBlock;
  readonly follows: ProducedBlock;
}

async function applyTwo(store: Store): Promise<void> {
  await store.apply([genesis, first]);
  await store.putPending(waiting);
}

async function* streamOf(blocks: readonly ProducedBlock[]): AsyncGenerator<ProducedBlock> {
  yield* blocks;
}

const large = makeBlock(first, transfers("large", 60), changes("large", 300));
/** So many changes that the tree is most of what is written. */
const huge = makeBlock(first, transfers("huge", 5), changes("huge", 20_000));
const chain = [genesis];
for (let height = 1; height < 30; height++) {
  chain.push(makeBlock(chain.at(-1), transfers(`c${height}`, 5), changes(`c${height}`, 20)));
}

const CASES: Readonly<Record<string, Case>> = {
  "a block": {
    before: applyTwo,
    write: (store) => store.apply([large]),
    last: large,
    follows: next,
  },
  "a block that changes most of the state tree": {
    before: applyTwo,
    write: (store) => store.apply([huge]),
    last: huge,
    follows: next,
  },
  "a removal with what is pending then": {
    before: applyTwo,
    write: (store) => store.truncate(0, pendingOf("fallen", 100)),
    last: first,
    follows: next,
  },
  "pending transactions": {
    before: applyTwo,
    write: (store) => store.putPending(pendingOf("more", 20)),
    last: first,
    follows: next,
  },
  "a whole chain": {
    before: async () => undefined,
    write: (store) => store.fill(streamOf(chain)),
    last: chain.at(-1) ?? genesis,
    follows: genesis,
  },
};

describe.each(Object.entries(CASES))(
  "while %s is written",
  (_, { before, write, last, follows }) => {
    const treePaths = [
      ...new Set([last, follows].flatMap((block) => [...treeAfter(block).keys()])),
    ];
    const origin = freshPath();
    let start: Record<string, unknown>;
    /** Pages that the write adds to the file. */
    let needed = 0;
    beforeAll(async () => {
      const { store } = openBounded(origin, LOGGING);
      await before(store);
      copyStore(origin, `${origin}.start`);
      start = await contentsOf(store, treePaths);
      await store.close();
      const whole = openStart();
      const pages = whole.pages();
      await write(whole.store);
      needed = whole.pages() - pages;
      await whole.store.close();
    });

    function openStart(): BoundedStore & { readonly path: string } {
      const path = freshPath();
      copyStore(`${origin}.start`, path);
      return { ...openBounded(path, LOGGING), path };
    }

    async function contentsOfFile(path: string): Promise<Record<string, unknown>> {
      const copy = freshPath();
      copyStore(path, copy);
      const store = openSqliteStore({ path: copy, render: RENDER });
      const contents = await contentsOf(store, treePaths);
      await store.close();
      return contents;
    }

    test("a disk that is full at any moment leaves the store as its file is, and the next block is right", async () => {
      expect(needed).toBeGreaterThan(5);
      const step = Math.ceil(needed / BOUNDS);
      for (let left = 0; left < needed; left += step) {
        const { store, path, fillDisk, freeDisk } = openStart();
        const { revision } = store;
        fillDisk(left);
        await expect(write(store)).rejects.toMatchObject({ message: FULL });
        expect(await contentsOf(store, treePaths)).toEqual(start);
        expect(await contentsOfFile(path)).toEqual(start);
        expect(store.revision).toBe(revision);
        await expect(write(store)).rejects.toMatchObject({ message: FULL });

        freeDisk();
        await store.apply([follows]);
        expect(digestOf(await store.readTreeNodes(treePaths))).toBe(digestOf(treeAfter(follows)));
        expect(await collect(store.inspect())).toEqual([]);
        await store.close();
        const reopened = openSqliteStore({ path, render: RENDER });
        expect(digestOf(await reopened.readTreeNodes(treePaths))).toBe(
          digestOf(treeAfter(follows)),
        );
        expect(await collect(reopened.inspect())).toEqual([]);
        await reopened.close();
      }
    });

    test("the same write succeeds once there is room", async () => {
      const { store, fillDisk, freeDisk } = openStart();
      fillDisk(Math.floor(needed / 2));
      await expect(write(store)).rejects.toThrow(FULL);
      freeDisk();
      await write(store);
      const straight = openStart();
      await write(straight.store);
      expect(await contentsOf(store, treePaths)).toEqual(
        await contentsOf(straight.store, treePaths),
      );
      expect(await collect(store.inspect())).toEqual([]);
      await Promise.all([store.close(), straight.store.close()]);
    });
  },
);

test("a store that is closed on a full disk lost nothing, and can be opened for reading there", async () => {
  const path = freshPath();
  const { store, fillDisk } = openBounded(path, LOGGING);
  await applyTwo(store);
  fillDisk(0);
  await store.close();
  await expect(store.head()).rejects.toThrow("it is closed");
  await expect(store.close()).resolves.toBeUndefined();

  const reader = openBounded(path, RENDER);
  reader.fillDisk(0);
  expect(digestOf(await reader.store.readTreeNodes([...treeAfter(first).keys()]))).toBe(
    digestOf(treeAfter(first)),
  );
  expect(await collect(reader.store.inspect())).toEqual([]);
  await reader.store.close();
});

/** A database that refuses a statement for as long as it is told to. */
class RefusingDatabase extends DatabaseSync {
  readonly refused = new Set<string>();

  override exec(sql: string): void {
    if (this.refused.has(sql)) throw new Error(`${sql} refused`);
    super.exec(sql);
  }
}

describe("a write that cannot be ended", () => {
  async function open(): Promise<{ store: Store; refused: Set<string> }> {
    const database = new RefusingDatabase(freshPath());
    const store = prepareStore(database, { render: LOGGING });
    await applyTwo(store);
    return { store, refused: database.refused };
  }

  test("is undone where it is the last step that fails", async () => {
    const { store, refused } = await open();
    const treePaths = [...treeAfter(large).keys()];
    const start = await contentsOf(store, treePaths);
    refused.add("COMMIT");
    await expect(store.apply([large])).rejects.toThrow("COMMIT refused");
    expect(await contentsOf(store, treePaths)).toEqual(start);
    refused.clear();
    await store.apply([next]);
    expect(await collect(store.inspect())).toEqual([]);
    await store.close();
  });

  test("keeps everyone from what was never written, until it is undone", async () => {
    const { store, refused } = await open();
    const treePaths = [...treeAfter(large).keys()];
    const start = await contentsOf(store, treePaths);
    refused.add("COMMIT").add("ROLLBACK");
    await expect(store.apply([large])).rejects.toThrow("COMMIT refused");
    const reason =
      "Cannot use the store: a write failed and cannot be undone: cannot start a transaction within a transaction";
    await expect(store.head()).rejects.toThrow(reason);
    await expect(store.readTreeNodes(treePaths)).rejects.toThrow(reason);
    await expect(store.events.read(0, 10)).rejects.toThrow(reason);
    await expect(store.apply([next])).rejects.toThrow(reason);
    refused.clear();
    expect(await contentsOf(store, treePaths)).toEqual(start);
    await store.apply([next]);
    expect(await collect(store.inspect())).toEqual([]);
    await store.close();
  });
});
