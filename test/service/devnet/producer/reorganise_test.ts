import { expect, test } from "vitest";

import { type DevAccount, feeOf, signTransaction } from "../../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  deriveAccount,
  type ProducedBlock,
  recordNames,
} from "../../../../src/service/chain/ledger/mod.ts";
import type { Devnet } from "../../../../src/service/devnet/producer/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { formatHex } from "../../../../src/units/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { RENDER } from "../../chain/store/_blocks.ts";
import { follow, openQuiet, short, spend, submit } from "./_fixtures.ts";

type Pair = Awaited<ReturnType<typeof devPair<"delta">>>;

/** Submits a transfer of one unit and gives its hash. */
async function pay(
  devnet: Devnet,
  [from, to]: readonly [DevAccount<"delta">, DevAccount<"delta">],
  nonce: number,
): Promise<string> {
  const transfer = { type: "transfer", to: to.address, value: 1n, nonce } as const;
  expect(await submit(devnet, from, transfer)).toBe("pending");
  return (await signTransaction(from, transfer)).txHash;
}

/** Three blocks: two transfers of alice, one of bob, none; and one more of alice that is pending. */
async function openThree(store = openSqliteStore({ render: RENDER })) {
  const quiet = await openQuiet({ store });
  const { devnet } = quiet;
  const pair: Pair = await devPair("delta");
  const { alice, bob } = pair;
  const a0 = await pay(devnet, [alice, bob], 0);
  const a1 = await pay(devnet, [alice, bob], 1);
  const blocks = [await devnet.produceBlock()];
  const b0 = await pay(devnet, [bob, alice], 0);
  blocks.push(await devnet.produceBlock(), await devnet.produceBlock());
  const a2 = await pay(devnet, [alice, bob], 2);
  return { ...quiet, ...pair, blocks, hashes: { a0, a1, b0, a2 } };
}

function hashesOf({ executed }: ProducedBlock): string[] {
  return executed.map(({ hash }) => hash);
}

async function balanceOf(store: Store, address: string): Promise<bigint> {
  const { values } = await store.readState([ACCOUNT.key(address)]);
  return ACCOUNT.decode([...values.values()][0] ?? "").balance;
}

test("reorganise() replaces the newest blocks by one more, other ones, with the same transactions in their order", async () => {
  const { devnet, store, blocks, hashes, alice } = await openThree();
  const { a0, a1, b0, a2 } = hashes;
  const seen = follow(devnet);
  const outcome = await devnet.reorganise(3);
  expect(outcome.fromHeight).toBe(1);
  expect(outcome.oldHead).toEqual(blocks[2]?.block);
  expect(outcome.newHead).toEqual((await store.findBlock(0))?.block);
  expect(outcome.blocks.map(({ block }) => block.height)).toEqual([1, 2, 3, 4]);
  expect(outcome.blocks.map(hashesOf)).toEqual([[a0, a1, b0, a2], [], [], []]);
  expect((await store.head())?.block).toEqual(outcome.blocks[3]?.block);
  const all = [...blocks, ...outcome.blocks].map(({ block }) => block.hash);
  expect(new Set(all).size).toBe(7);
  for (const { block } of blocks) expect(await store.findBlock(block.hash)).toBeUndefined();
  expect(seen).toEqual([
    "removed from 1",
    ...[a0, a1, b0].map((hash) => `pending ${short(hash)}`),
    "block 1: 4",
    "block 2: 0",
    "block 3: 0",
    "block 4: 0",
  ]);
  expect(await devnet.nextNonce(alice.address)).toBe(3);
});

test("reorganise() takes nonces, lists, balances, counters and past heights along", async () => {
  const { devnet, store, hashes, alice, bob, blocks } = await openThree();
  const before = await balanceOf(store, alice.address);
  await devnet.reorganise(2, { leaveOut: [hashes.b0, hashes.a2] });
  const { b0, a2 } = hashes;
  expect(await store.findTransaction(b0)).toBeUndefined();
  expect(await devnet.findPending(b0)).toMatchObject({ hash: b0, from: bob.address });
  expect((await store.head())?.totalTransactions).toBe(2);
  const filter = { direction: "all", offset: 0, limit: 9 } as const;
  const page = await store.listAccountTransactions(bob.address, filter);
  const hashesLeft = blocks.slice(0, 1).flatMap(hashesOf).toReversed();
  expect(page).toEqual({ items: `[${hashesLeft.join(",")}]`, total: 2 });
  expect(await store.readAccount(bob.address)).toMatchObject({
    txCount: 2,
    lastSeen: blocks[0]?.block.timestamp,
  });
  expect(await balanceOf(store, alice.address)).toBe(before - 1n);
  expect(await devnet.nextNonce(bob.address)).toBe(1);
  expect(await devnet.nextNonce(alice.address)).toBe(3);
  expect(hashesOf(await devnet.produceBlock())).toEqual([b0, a2]);
  expect(await store.findTransaction(b0)).toMatchObject({ transaction: { blockHeight: 5 } });
});

test("reorganise() leaves out the named transactions, with the nonces that follow, and the next block takes them", async () => {
  const { devnet, hashes } = await openThree();
  const { a0, a1, b0, a2 } = hashes;
  const { blocks } = await devnet.reorganise(3, { blocks: 6, leaveOut: [a0] });
  expect(blocks.map(hashesOf)).toEqual([[b0], [], [], [], [], []]);
  const again = await devnet.reorganise(6, { leaveOut: "all" });
  expect(again.blocks.flatMap(hashesOf)).toEqual([a0, a1, a2]);
  expect(await devnet.findPending(b0)).toBeDefined();
  expect(hashesOf(await devnet.produceBlock())).toEqual([b0]);
});

test("reorganise() never makes a block a second time, however often it is called within a second", async () => {
  const { devnet, blocks, advance } = await openThree();
  const seen = new Set(blocks.map(({ block }) => block.hash));
  let expected = seen.size;
  for (const depth of [1, 1, 2, 1, 3, 2]) {
    const outcome = await devnet.reorganise(depth, { leaveOut: "all" });
    for (const { block } of outcome.blocks) seen.add(block.hash);
    expected += outcome.blocks.length;
  }
  expect(seen.size).toBe(expected);
  advance(100);
  const { blocks: later } = await devnet.reorganise(1);
  expect(later[0]?.block.timestamp).toBe(1_800_000_100);
});

test("reorganise() drops what spends a record that came with a removed block, and what needs it", async () => {
  const { devnet, store } = await openQuiet({ segment: "alpha" });
  const { alice, bob } = await devPair("alpha");
  const [mine] = alice.records;
  if (!mine) throw new Error("Records were asked for");
  const payment = spend(alice.address, mine, { to: bob.address, value: 9n, nonce: 0 });
  expect(await submit(devnet, alice, payment)).toBe("pending");
  const { block } = await devnet.produceBlock();
  // The fees of the block are a record of its producer's, whom the devnet derives from its seed.
  const producer = Array.from({ length: 5 }, (_, index) =>
    deriveAccount({ role: "validator", segment: "alpha", seed: 0, index }),
  ).find(({ address }) => address === block.validator);
  if (!producer) throw new Error("The producer is one of five");
  const { address, publicKey } = producer;
  const keys = { publicKey, privateKey: formatHex(producer.privateKey) };
  const account = { chain: "alpha", network: "mainnet", address, ...keys, records: [] } as const;
  const value = feeOf("alpha", payment);
  const fees = recordNames({ creator: block.parentHash, index: 0, owner: address, value });
  const output = (amount: bigint) => ({ to: address, value: amount });
  const draft = {
    type: "transfer",
    serialNumbers: [fees.serialNumber],
    outputs: [output(1n)],
    nonce: 0,
  } as const;
  const rest = value - feeOf("alpha", draft);
  const first = { ...draft, outputs: [output(rest)] };
  expect(await submit(devnet, account, first)).toBe("pending");
  const { txHash } = await signTransaction(account, first);
  expect(hashesOf(await devnet.produceBlock())).toEqual([txHash]);

  const reasons: string[] = [];
  const seen = follow(devnet, reasons);
  const { blocks } = await devnet.reorganise(2);
  const { txHash: paid } = await signTransaction(alice, payment);
  expect(seen.slice(0, 3)).toEqual([
    "removed from 1",
    `pending ${short(paid)}`,
    `dropped ${short(txHash)}`,
  ]);
  expect(reasons).toEqual([`Serial number ${fees.serialNumber} belongs to no record in a block`]);
  expect(blocks.flatMap(hashesOf)).toEqual([paid]);
  expect(await devnet.findPending(txHash)).toBeUndefined();
  expect(await store.findTransaction(txHash)).toBeUndefined();
  expect(await devnet.nextNonce(address)).toBe(0);
});

test("reorganise() brings back what spends records of what fell out with it, and keeps them waiting for it", async () => {
  const { devnet } = await openQuiet({ segment: "alpha" });
  const { alice, bob } = await devPair("alpha");
  const [mine] = alice.records;
  if (!mine) throw new Error("Records were asked for");
  const payment = spend(alice.address, mine, { to: bob.address, value: 10n ** 18n, nonce: 0 });
  await submit(devnet, alice, payment);
  const { txHash: creator } = await signTransaction(alice, payment);
  await devnet.produceBlock();
  const owned = { owner: bob.address, value: 10n ** 18n };
  const record = { ...recordNames({ creator, index: 0, ...owned }), value: owned.value };
  const onward = spend(bob.address, record, { to: alice.address, value: 5n, nonce: 0 });
  expect(await submit(devnet, bob, onward)).toBe("pending");
  const { txHash: next } = await signTransaction(bob, onward);
  const waiting = await devnet.reorganise(1, { leaveOut: [creator] });
  expect(waiting.blocks.flatMap(hashesOf)).toEqual([]);
  const { blocks } = await devnet.reorganise(1);
  expect(blocks.flatMap(hashesOf)).toEqual([creator, next]);
  expect(blocks[0]?.executed.map(({ status }) => status)).toEqual(["success", "success"]);
});

test("reorganise() keeps what fell out even where the mempool is full, and refuses newcomers then", async () => {
  const store = openSqliteStore({ render: RENDER });
  const { devnet } = await openQuiet({ store, mempoolSize: 2 });
  const { alice, bob } = await devPair("delta");
  const hashes = [await pay(devnet, [alice, bob], 0), await pay(devnet, [alice, bob], 1)];
  await devnet.produceBlock();
  hashes.push(await pay(devnet, [alice, bob], 2), await pay(devnet, [alice, bob], 3));
  await devnet.reorganise(1, { leaveOut: hashes });
  const transfer = { type: "transfer", to: bob.address, value: 1n, nonce: 4 } as const;
  expect(await submit(devnet, alice, transfer)).toBe("TransactionRejected");
  expect(hashesOf(await devnet.produceBlock())).toEqual(hashes);
});

test("reorganise() refuses a depth out of range and changes nothing", async () => {
  const { devnet, store, blocks } = await openThree();
  const seen = follow(devnet);
  const cases = [
    [[4], "depth must be at most 3, the blocks above genesis, got 4"],
    [[0], "depth must be a whole number from 1 to 1000, got 0"],
    [[1.5], "depth must be a whole number from 1 to 1000, got 1.5"],
    [[1001], "depth must be a whole number from 1 to 1000, got 1001"],
    [[2, { blocks: 2 }], "blocks must be a whole number from 3, one more than depth, to 2000"],
    [[2, { blocks: 2001 }], "to 2000, got 2001"],
  ] as const;
  for (const [[depth, options], message] of cases) {
    const attempt = devnet.reorganise(depth, options);
    await expect(attempt).rejects.toThrow(RangeError);
    await expect(attempt).rejects.toThrow(message);
  }
  expect(seen).toEqual([]);
  expect((await store.head())?.block).toEqual(blocks[2]?.block);
});

test("a devnet whose store fails to truncate is as it was", async () => {
  const { devnet, store, blocks, hashes, alice } = await openThree();
  const seen = follow(devnet);
  const truncate = store.truncate.bind(store);
  store.truncate = async () => {
    store.truncate = truncate;
    throw new Error("disk full");
  };
  await expect(devnet.reorganise(3)).rejects.toThrow("disk full");
  expect(seen).toEqual([]);
  expect(await devnet.findPending(hashes.a0)).toBeUndefined();
  expect(await devnet.nextNonce(alice.address)).toBe(3);
  const next = await devnet.produceBlock();
  expect(next.block.parentHash).toBe(blocks[2]?.block.hash);
  expect(hashesOf(next)).toEqual([hashes.a2]);
});

test("a transaction is found, and its nonce taken, after a removal that took effect though it failed", async () => {
  const { devnet, store, hashes, alice } = await openThree();
  const truncate = store.truncate.bind(store);
  const head = store.head.bind(store);
  let isBroken = false;
  store.truncate = async (...args) => {
    await truncate(...args);
    isBroken = true;
    throw new Error("disk I/O error");
  };
  store.head = async () => {
    if (isBroken) throw new Error("no disk");
    return head();
  };
  await expect(devnet.reorganise(3)).rejects.toThrow("disk I/O error");
  await expect(devnet.nextNonce(alice.address)).rejects.toThrow("no disk");
  await expect(devnet.findPending(hashes.a0)).rejects.toThrow("no disk");
  isBroken = false;
  expect(await devnet.findPending(hashes.a0)).toBeDefined();
  expect(await devnet.nextNonce(alice.address)).toBe(3);
});

test("a devnet that ends between removing and replacing goes on with everything pending in its order", async () => {
  const { devnet, store, hashes, alice, bob } = await openThree();
  const { a0, a1, b0, a2 } = hashes;
  const add = store.add.bind(store);
  store.add = async () => {
    store.add = add;
    throw new Error("killed");
  };
  await expect(devnet.reorganise(3)).rejects.toThrow("killed");
  // The one that failed goes on as well as one that is opened anew.
  expect(await devnet.nextNonce(alice.address)).toBe(3);
  expect((await devnet.snapshot()).startsWith("snap-")).toBe(true);
  await devnet.close();
  const { devnet: next } = await openQuiet({ store });
  expect((await store.head())?.block.height).toBe(0);
  expect(await next.nextNonce(alice.address)).toBe(3);
  expect(await next.nextNonce(bob.address)).toBe(1);
  expect(hashesOf(await next.produceBlock())).toEqual([a0, a1, b0, a2]);
});

test("reads during a reorganisation miss no transaction and give no nonce that is taken", async () => {
  const { devnet, store, hashes, alice } = await openThree();
  const truncate = store.truncate.bind(store);
  const found: unknown[] = [];
  const nonces: Promise<number>[] = [];
  const look = async (): Promise<void> => {
    for (const hash of Object.values(hashes)) {
      found.push((await store.findTransaction(hash)) ?? (await devnet.findPending(hash)));
    }
    nonces.push(devnet.nextNonce(alice.address));
  };
  store.truncate = async (...args) => {
    await look();
    await truncate(...args);
    await look();
  };
  await devnet.reorganise(3);
  expect(found.every((one) => one !== undefined)).toBe(true);
  expect(found).toHaveLength(8);
  expect(await Promise.all(nonces)).toEqual([3, 3]);
});

test("traffic continues after a reorganisation and is valid, on either chain", async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const { devnet, store } = await openQuiet({ segment, history: 30, traffic: true });
    const kinds = new Set<string>();
    devnet.onAnnounced = ({ kind }) => kinds.add(kind);
    for (const depth of [3, 1, 25, 12]) {
      for (let block = 0; block < 6; block++) await devnet.produceBlock();
      const before = (await store.head())?.totalTransactions ?? 0;
      await devnet.reorganise(depth);
      expect((await store.head())?.totalTransactions).toBeGreaterThanOrEqual(before);
    }
    const before = (await store.head())?.totalTransactions ?? 0;
    for (let block = 0; block < 20; block++) await devnet.produceBlock();
    expect((await store.head())?.totalTransactions).toBeGreaterThan(before + 8);
    expect(kinds).toEqual(new Set(["block", "removed", "pending"]));
  }
});
