import { afterEach, describe, expect, test } from "vitest";

import type { ProducedBlock } from "../../../../src/service/chain/ledger/mod.ts";
import type { Store } from "../../../../src/service/chain/store/mod.ts";
import { collect } from "./_chain_file.ts";
import { digestOf, hashOf, makeBlock, readHashes, type Sketch, treeAfter } from "./_blocks.ts";
import { listed } from "./_listed.ts";
import type { Names } from "./_model.ts";
import { testRandomHistories } from "./_random_histories.ts";

const NAMES: Names = {
  addresses: ["dx1a", "dx1b", "dx1c", "dx1d"],
  types: ["transfer", "vote", "mint"],
  keys: ["account:dx1a", "account:dx1b", "supply", "never"],
};

/** Tests of every store, whatever its engine. `open` gives an empty store that renders with `RENDER`. */
export function testStore(
  name: string,
  open: () => Promise<Store>,
  { seeds = [1, 2, 3] }: { readonly seeds?: readonly number[] } = {},
): void {
  const stores: Store[] = [];
  async function openStore(): Promise<Store> {
    const store = await open();
    stores.push(store);
    return store;
  }
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  describe(name, () => {
    testBlocks(openStore);
    testTransactions(openStore);
    testState(openStore);
    testTree(openStore);
    testWrites(openStore);
    testMoments(openStore);
    testRandomHistories(openStore, NAMES, seeds);
  });
}

/** Findings of the store's own inspection. */
async function faultsOf(store: Store): Promise<string[]> {
  return collect(store.inspect());
}

async function* streamOf(blocks: readonly ProducedBlock[]): AsyncGenerator<ProducedBlock> {
  yield* blocks;
}

/** Genesis without transactions and `count` blocks of two on top. */
function makeChain(count: number): ProducedBlock[] {
  const blocks = [makeBlock(undefined, [])];
  for (let height = 1; height <= count; height++) {
    const sketches: Sketch[] = [
      { from: "dx1a", to: "dx1b" },
      { from: "dx1c", to: "dx1c", type: "vote" },
    ];
    blocks.push(makeBlock(blocks.at(-1), sketches));
  }
  return blocks;
}

function testBlocks(openStore: () => Promise<Store>): void {
  test("an empty store has no head and empty lists", async () => {
    const store = await openStore();
    expect(await store.head()).toBeUndefined();
    expect(await store.findBlock(0)).toBeUndefined();
    const none = { items: "[]", total: 0 };
    expect(await store.listBlocks({ offset: 0, limit: 5, order: "desc" })).toEqual(none);
    expect(await store.listTransactions({ offset: 0, limit: 5 })).toEqual(none);
    expect(await store.readState(["supply"])).toEqual({ height: -1, values: new Map() });
    expect(await store.readAccount("dx1a")).toBeUndefined();
  });

  test("a block is found by height and by hash, with all of its fields", async () => {
    const store = await openStore();
    const blocks = makeChain(2);
    await store.apply(blocks);
    const { block } = blocks[1] as ProducedBlock;
    const rendered = JSON.stringify({ block: 1, hash: block.hash });
    const expected = { block, rendered, totalTransactions: 2 };
    expect(await store.findBlock(1)).toEqual(expected);
    expect(await store.findBlock(block.hash)).toEqual(expected);
    expect(await store.renderBlock(1)).toBe(rendered);
    expect(await store.renderBlock(block.hash)).toBe(rendered);
    expect(await store.renderBlock(3)).toBeUndefined();
    expect(await store.renderBlock(hashOf("other"))).toBeUndefined();
    expect((await store.head())?.totalTransactions).toBe(4);
    expect(await store.findBlock(3)).toBeUndefined();
    expect(await store.findBlock(-1)).toBeUndefined();
    expect(await store.findBlock(hashOf("other"))).toBeUndefined();
    expect(await store.findBlock("0xzz")).toBeUndefined();
  });

  test("the head is the newest block after every write, and the one before after a write that failed", async () => {
    const store = await openStore();
    const blocks = makeChain(3);
    const heights = async () => [
      (await store.head())?.block.height,
      (await store.readState([])).height,
    ];
    await store.apply(blocks.slice(0, 3));
    expect(await heights()).toEqual([2, 2]);
    await expect(store.apply(blocks.slice(2))).rejects.toThrow(RangeError);
    expect(await heights()).toEqual([2, 2]);
    await store.apply(blocks.slice(3));
    expect(await heights()).toEqual([3, 3]);
    await store.truncate(0);
    expect(await heights()).toEqual([0, 0]);
  });

  test("blocks are listed in either order, from any place, with the total of all", async () => {
    const store = await openStore();
    await store.apply(makeChain(6));
    const list = async (order: "asc" | "desc", offset: number, limit: number) =>
      listed(await store.listBlocks({ order, offset, limit }));
    expect(await list("asc", 0, 3)).toEqual({ items: ["block 0", "block 1", "block 2"], total: 7 });
    expect(await list("desc", 0, 2)).toEqual({ items: ["block 6", "block 5"], total: 7 });
    expect(await list("desc", 5, 5)).toEqual({ items: ["block 1", "block 0"], total: 7 });
    expect(await list("asc", 5, 5)).toEqual({ items: ["block 5", "block 6"], total: 7 });
    expect(await list("asc", 7, 5)).toEqual({ items: [], total: 7 });
    expect(await list("desc", 7, 5)).toEqual({ items: [], total: 7 });
    expect(await list("desc", 2 ** 53 - 1, 100)).toEqual({ items: [], total: 7 });
    expect(await list("asc", 2 ** 53 - 1, 100)).toEqual({ items: [], total: 7 });
  });
}

function testTransactions(openStore: () => Promise<Store>): void {
  test("a transaction is found with everything that was put in", async () => {
    const store = await openStore();
    const genesis = makeBlock(undefined, []);
    const logs = [{ index: 0, address: "dx1b", event: "Transfer", data: { value: "1" } }];
    const full = { from: "dx1a", to: "dx1b", status: "failed", type: "vote", logs } as const;
    const records = { serialNumbers: [hashOf("s")], commitments: [hashOf("c"), hashOf("d")] };
    const block = makeBlock(genesis, [full, { from: "dx1a", to: "dx1a", ...records }]);
    await store.apply([genesis, block]);
    for (const transaction of block.executed) {
      const stored = await store.findTransaction(transaction.hash);
      expect(stored).toEqual({ transaction, rendered: transaction.hash });
      expect(await store.renderTransaction(transaction.hash)).toBe(transaction.hash);
    }
    expect(await store.findTransaction(hashOf("other"))).toBeUndefined();
    expect(await store.renderTransaction(hashOf("other"))).toBeUndefined();
    expect(await store.readBlockTransactions(1)).toEqual(block.executed);
    expect(await readHashes(store, block.block.hash)).toEqual(
      block.executed.map(({ hash }) => hash),
    );
    expect(await store.readBlockTransactions(2)).toEqual([]);
    expect(await store.listBlockHashes(hashOf("other"))).toBeUndefined();
  });

  test("transactions of a block come in block order and no other block's are among them", async () => {
    const store = await openStore();
    const blocks = makeChain(3);
    await store.apply(blocks);
    const hashes = blocks[2]?.executed.map(({ hash }) => hash) ?? [];
    const list = (offset: number, limit: number) =>
      store.listBlockTransactions(2, { offset, limit });
    expect(await list(0, 20)).toEqual({ items: `[${hashes.join(",")}]`, total: 2 });
    expect(await list(1, 20)).toEqual({ items: `[${hashes[1]}]`, total: 2 });
    expect(await list(0, 1)).toEqual({ items: `[${hashes[0]}]`, total: 2 });
    expect(await list(2, 20)).toEqual({ items: "[]", total: 2 });
    expect(await store.listBlockTransactions(0, { offset: 0, limit: 5 })).toEqual({
      items: "[]",
      total: 0,
    });
    expect(await store.listBlockTransactions(9, { offset: 0, limit: 5 })).toBeUndefined();
  });

  test("pages of a list, put together, are the list", async () => {
    const store = await openStore();
    await store.apply(makeChain(11));
    for (const filter of [
      {},
      { type: "vote" },
      { address: "dx1b" },
      { address: "dx1c", type: "vote" },
    ]) {
      const whole = listed(await store.listTransactions({ ...filter, offset: 0, limit: 1_000 }));
      const items: string[] = [];
      for (let offset = 0; offset < whole.total + 4; offset += 4) {
        const page = listed(await store.listTransactions({ ...filter, offset, limit: 4 }));
        expect(page.total).toBe(whole.total);
        items.push(...page.items);
      }
      expect(items).toEqual(whole.items);
      expect(items).toHaveLength(whole.total);
    }
  });

  test("full records of an account come in the order of its list", async () => {
    const store = await openStore();
    await store.apply(makeChain(4));
    const filter = { direction: "out", offset: 1, limit: 2 } as const;
    const records = await store.readAccountTransactions("dx1a", filter);
    expect(records.map(({ blockHeight }) => blockHeight)).toEqual([3, 2]);
    const { items } = listed(await store.listAccountTransactions("dx1a", filter));
    expect(records.map(({ hash }) => hash)).toEqual(items);
    expect(await store.readAccountTransactions("dx1z", filter)).toEqual([]);
  });

  test("an account is seen from its first to its last transaction or change of state", async () => {
    const store = await openStore();
    const genesis = makeBlock(undefined, [], [{ key: "account:dx1b", value: "1" }]);
    const second = makeBlock(genesis, [{ from: "dx1a", to: "dx1b" }]);
    const third = makeBlock(second, [{ from: "dx1a", to: "dx1c" }]);
    await store.apply([genesis, second, third]);
    const read = (address: string) => store.readAccount(address);
    const times = { firstSeen: 1_002, lastSeen: 1_004 };
    expect(await read("dx1a")).toEqual({ height: 2, state: undefined, txCount: 2, ...times });
    expect(await read("dx1b")).toEqual({
      height: 2,
      state: "1",
      txCount: 1,
      firstSeen: 1_000,
      lastSeen: 1_002,
    });
    expect(await read("dx1z")).toBeUndefined();
  });
}

function testState(openStore: () => Promise<Store>): void {
  test("what a block changed is read back as it was given", async () => {
    const store = await openStore();
    const changes = [
      { key: "a", value: "1" },
      { key: "b", value: undefined },
    ];
    const genesis = makeBlock(undefined, [], changes);
    const first = makeBlock(genesis, []);
    await store.apply([genesis, first, makeBlock(first, [], changes.slice(0, 1))]);
    expect(await store.readChanges(0)).toEqual(changes);
    expect(await store.readChanges(1)).toEqual([]);
    expect(await store.readChanges(2)).toEqual(changes.slice(0, 1));
    expect(await store.readChanges(3)).toEqual([]);
  });

  test("state is read at the head and at every height below", async () => {
    const store = await openStore();
    const genesis = makeBlock(undefined, [], [{ key: "supply", value: "0" }]);
    const first = makeBlock(genesis, []);
    const second = makeBlock(
      first,
      [],
      [
        { key: "supply", value: "2" },
        { key: "x", value: "y" },
      ],
    );
    const third = makeBlock(second, [], [{ key: "supply", value: undefined }]);
    await store.apply([genesis, first, second, third]);
    const read = (height?: number) => store.readState(["supply", "x", "supply", "none"], height);
    expect(await read(0)).toEqual({ height: 0, values: new Map([["supply", "0"]]) });
    expect(await read(1)).toEqual({ height: 1, values: new Map([["supply", "0"]]) });
    expect(await read(2)).toEqual({
      height: 2,
      values: new Map([
        ["supply", "2"],
        ["x", "y"],
      ]),
    });
    expect(await read()).toEqual({ height: 3, values: new Map([["x", "y"]]) });
    expect(await read(99)).toEqual(await read());
  });
}

function testTree(openStore: () => Promise<Store>): void {
  test("the state tree is kept with the blocks, and taken back with them", async () => {
    const store = await openStore();
    const many = Array.from({ length: 12_000 }, (_, index) => String(index));
    const genesis = makeBlock(
      undefined,
      [],
      many.slice(0, 300).map((key) => ({ key, value: "0" })),
    );
    const first = makeBlock(
      genesis,
      [],
      many.map((key) => ({ key, value: "1" })),
    );
    const second = makeBlock(
      first,
      [],
      many.slice(100).map((key) => ({ key, value: undefined })),
    );
    const blocks = [genesis, first, second];
    const ids = [...new Set(blocks.flatMap((block) => [...treeAfter(block).keys()]))];
    const digest = async () => digestOf(await store.readTreeNodes(ids));
    await store.apply(blocks);
    expect(await digest()).toBe(digestOf(treeAfter(second)));
    await store.truncate(1);
    expect(await digest()).toBe(digestOf(treeAfter(first)));
    await store.truncate(0);
    expect(await digest()).toBe(digestOf(treeAfter(genesis)));
    await store.truncate(-1);
    expect(await store.readTreeNodes(ids)).toEqual(new Map());
  });

  test("a block that is refused leaves the state tree as it was", async () => {
    const store = await openStore();
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    const first = makeBlock(genesis, [], [{ key: "a", value: "2" }]);
    await store.apply([genesis]);
    await expect(store.apply([first, genesis])).rejects.toThrow(RangeError);
    expect(await store.readTreeNodes([""])).toEqual(treeAfter(genesis));
  });
}

function testWrites(openStore: () => Promise<Store>): void {
  test("blocks that do not follow are refused and leave nothing behind", async () => {
    const store = await openStore();
    const [genesis, first, second] = makeChain(2) as [ProducedBlock, ProducedBlock, ProducedBlock];
    await expect(store.apply([first])).rejects.toThrow(RangeError);
    await store.apply([genesis]);
    const stranger = makeBlock(makeBlock(undefined, [], [], "other"), []);
    await expect(store.apply([stranger])).rejects.toThrow(RangeError);
    await expect(store.apply([genesis])).rejects.toThrow("the next block has height 1");
    await expect(store.apply([first, makeBlock(first, [], [], "x"), second])).rejects.toThrow(
      RangeError,
    );
    expect((await store.head())?.block.height).toBe(0);
    expect((await store.listTransactions({ offset: 0, limit: 5 })).total).toBe(0);
    await store.apply([first, second]);
    expect((await store.head())?.block.height).toBe(2);
    expect(await faultsOf(store)).toEqual([]);
  });

  test("a block is made of what the store has below it, and added only if it follows", async () => {
    const store = await openStore();
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    const sketches: Sketch[] = [{ from: "dx1a", to: "dx1b" }];
    const first = makeBlock(genesis, sketches, [{ key: "a", value: "2" }]);
    await store.apply([genesis]);
    await store.putPending(first.executed.slice(0, 1));
    const stranger = makeBlock(makeBlock(undefined, [], [], "other"), []);
    await expect(store.add(async () => stranger)).rejects.toThrow(RangeError);
    const failing = store.add(() => Promise.reject(new Error("no block today")));
    await expect(failing).rejects.toThrow("no block today");
    const added = await store.add(async ({ readState }) => {
      expect(await readState(["a", "b"])).toEqual(new Map([["a", "1"]]));
      return first;
    });
    expect(added).toBe(first);
    expect((await store.head())?.block).toEqual(first.block);
    expect(await store.listPending()).toEqual([]);
    expect(await store.readTreeNodes([""])).toEqual(treeAfter(first));
    expect(await faultsOf(store)).toEqual([]);
  });

  test("a block that changes nothing has the state root of the block below", async () => {
    const store = await openStore();
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    await store.apply([genesis]);
    await store.add(async ({ updateTree }) => {
      const { stateRoot } = genesis.block;
      expect(await updateTree([], [])).toEqual({ stateRoot, treeNodes: [] });
      return makeBlock(genesis, []);
    });
    expect(await faultsOf(store)).toEqual([]);
  });

  test.each([0, 3, 99, 100, 250])(
    "fill() gives an empty store a chain up to block %i, and refuses a used one",
    async (last) => {
      const store = await openStore();
      const blocks = makeChain(last);
      await store.fill(streamOf(blocks));
      expect(await store.head()).toMatchObject({
        block: blocks.at(-1)?.block,
        totalTransactions: blocks.flatMap(({ executed }) => executed).length,
      });
      await expect(store.fill(streamOf(blocks))).rejects.toThrow(`has blocks up to ${last}`);
      expect((await store.head())?.block.height).toBe(last);
      expect(await faultsOf(store)).toEqual([]);
    },
  );

  test("fill() leaves nothing behind when the blocks break off or do not follow", async () => {
    const store = await openStore();
    const [genesis, first] = makeChain(1) as [ProducedBlock, ProducedBlock];
    const broken = (async function* () {
      yield genesis;
      yield first;
      throw new Error("out of blocks");
    })();
    await expect(store.fill(broken)).rejects.toThrow("out of blocks");
    await expect(store.fill(streamOf([genesis, genesis]))).rejects.toThrow(RangeError);
    expect(await store.head()).toBeUndefined();
    await store.fill(streamOf([genesis, first]));
    expect((await store.head())?.block.height).toBe(1);
    expect(await faultsOf(store)).toEqual([]);
  });

  test("pending transactions keep their order until a block takes them", async () => {
    const store = await openStore();
    const [genesis, first] = makeChain(1) as [ProducedBlock, ProducedBlock];
    await store.apply([genesis]);
    const taken = first.executed.map(({ hash, raw }) => ({ hash, raw }));
    const others = ["x", "y"].map((text) => ({ hash: hashOf(text), raw: Uint8Array.of(1, 2) }));
    await store.putPending([...others.slice(0, 1), ...taken]);
    await store.putPending([...taken, ...others]);
    const [x, y] = others;
    expect(await store.listPending()).toEqual([x, ...taken, y]);
    await store.apply([first]);
    expect(await store.listPending()).toEqual([x, y]);
    await store.removePending([hashOf("x"), hashOf("unknown")]);
    expect(await store.listPending()).toEqual([y]);
    await store.truncate(-1);
    expect(await store.listPending()).toEqual([y]);
  });

  test("what is truncated can be pending again in the same step, and nothing else is then", async () => {
    const store = await openStore();
    const [genesis, first, second] = makeChain(2) as [ProducedBlock, ProducedBlock, ProducedBlock];
    await store.apply([genesis, first, second]);
    const old = { hash: hashOf("x"), raw: Uint8Array.of(1, 2) };
    const gone = { hash: hashOf("y"), raw: Uint8Array.of(3) };
    await store.putPending([gone, old]);
    const back = second.executed.map(({ hash, raw }) => ({ hash, raw }));
    await store.truncate(1, [...back, old]);
    expect((await store.head())?.block).toEqual(first.block);
    expect(await store.listPending()).toEqual([...back, old]);
    await store.truncate(1, [gone]);
    expect((await store.head())?.block).toEqual(first.block);
    expect(await store.listPending()).toEqual([gone]);
    await store.apply([second]);
    expect(await store.listPending()).toEqual([gone]);
    await expect(store.truncate(0, [{ ...old, hash: 7 as never }])).rejects.toThrow(TypeError);
    expect((await store.head())?.block).toEqual(second.block);
    expect(await store.listPending()).toEqual([gone]);
  });

  test("every call after close is refused, and close may be called again", async () => {
    const store = await openStore();
    await store.close();
    await store.close();
    await expect(store.head()).rejects.toThrow("closed");
    await expect(store.apply([makeBlock(undefined, [])])).rejects.toThrow("closed");
    await expect(store.readState(["supply"])).rejects.toThrow("closed");
    await expect(store.putPending([])).rejects.toThrow("closed");
  });
}

/** Each read of the port, as far as a block may change its answer. */
const READS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  head: (store) => store.head(),
  findBlock: (store) => store.findBlock(2),
  renderBlock: (store) => store.renderBlock(2),
  listBlocks: (store) => store.listBlocks({ order: "desc", offset: 0, limit: 2 }),
  "listBlocks upwards": (store) => store.listBlocks({ order: "asc", offset: 1, limit: 5 }),
  listBlockTransactions: (store) => store.listBlockTransactions(2, { offset: 0, limit: 5 }),
  readBlockTransactions: (store) => store.readBlockTransactions(2),
  listTransactions: (store) => store.listTransactions({ offset: 0, limit: 3 }),
  "listTransactions of a type": (store) =>
    store.listTransactions({ type: "vote", offset: 0, limit: 3 }),
  listAccountTransactions: (store) =>
    store.listAccountTransactions("dx1a", { direction: "all", offset: 0, limit: 3 }),
  readAccountTransactions: (store) =>
    store.readAccountTransactions("dx1a", { direction: "out", offset: 0, limit: 3 }),
  readAccount: (store) => store.readAccount("dx1a"),
  readState: (store) => store.readState(["a", "b", "c"]),
  readChanges: (store) => store.readChanges(2),
};

/** Turns after which a read begins while a block is written: more than the write takes. */
const TURNS = 40;

function testMoments(openStore: () => Promise<Store>): void {
  test("a block that comes or goes between any two turns of a read leaves the answer of one moment", async () => {
    const store = await openStore();
    const changes = (value: string) => ["a", "b", "c"].map((key) => ({ key, value }));
    const [genesis, first] = makeChain(1) as [ProducedBlock, ProducedBlock];
    const second = makeBlock(first, [{ from: "dx1a", to: "dx1b", type: "vote" }], changes("2"));
    await store.apply([genesis, first]);
    const answersOf = async (): Promise<unknown[]> =>
      Promise.all(Object.values(READS).map((read) => read(store)));
    const without = await answersOf();
    await store.apply([second]);
    const within = await answersOf();
    await store.truncate(1);
    expect(await answersOf()).toEqual(without);
    for (let turns = 0; turns < TURNS; turns++) {
      for (const write of [() => store.apply([second]), () => store.truncate(1)]) {
        const written = write();
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        const answers = await answersOf();
        await written;
        for (const [index, name] of Object.keys(READS).entries())
          expect([without[index], within[index]], name).toContainEqual(answers[index]);
      }
    }
  });
}
