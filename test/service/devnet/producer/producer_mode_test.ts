import { afterEach, expect, test } from "vitest";

import { signTransaction } from "../../../../src/devnet/mod.ts";
import {
  type Devnet,
  type DevnetOptions,
  ON_SUBMIT_DELAY,
} from "../../../../src/service/devnet/producer/mod.ts";
import { openSqliteStore } from "../../../../src/service/chain/store/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { readHashes, RENDER } from "../../chain/store/_blocks.ts";
import { follow, openQuiet, START, submit } from "./_fixtures.ts";

const opened: Devnet[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((devnet) => devnet.close()));
});

async function openMode(options: Partial<DevnetOptions>) {
  const quiet = await openQuiet(options);
  opened.push(quiet.devnet);
  return { ...quiet, seen: follow(quiet.devnet) };
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((done) => setTimeout(done, milliseconds));
}

test("mode on-submit puts a burst into one block, and makes none without a submission", async () => {
  const { devnet, seen, store } = await openMode({ mode: "on-submit", traffic: true });
  const { alice, bob } = await devPair("delta");
  const signed = await Promise.all(
    Array.from({ length: 5 }, (_, nonce) =>
      signTransaction(alice, { type: "transfer", to: bob.address, value: 1n, nonce }),
    ),
  );
  await Promise.all(signed.map(({ signedTx }) => devnet.submit(parseHex(signedTx))));
  await expect.poll(() => seen.some((line) => line.startsWith("block 1"))).toBe(true);
  await pause(10 * ON_SUBMIT_DELAY);
  const head = await store.head();
  expect(head?.block.height).toBe(1);
  expect(await readHashes(store, head?.block.hash ?? "")).toEqual(
    expect.arrayContaining(signed.map(({ txHash }) => txHash)),
  );
  const late = { type: "transfer", to: bob.address, value: 1n } as const;
  expect(await submit(devnet, alice, { ...late, nonce: 9 })).toBe("NonceTooHigh");
  expect(await submit(devnet, alice, { ...late, nonce: 0 })).toBe("confirmed");
  await pause(10 * ON_SUBMIT_DELAY);
  expect((await store.head())?.block.height).toBe(1);
  expect(await submit(devnet, alice, { ...late, nonce: 5 })).toBe("pending");
  await expect.poll(() => seen.some((line) => line.startsWith("block 2"))).toBe(true);
});

test("mode on-submit puts accepted transactions and those still being checked into one block", async () => {
  const { devnet, store } = await openMode({ mode: "on-submit", traffic: true });
  const { alice, bob } = await devPair("delta");
  const transfer = { type: "transfer", to: bob.address, value: 1n } as const;
  const first = await signTransaction(alice, { ...transfer, nonce: 0 });
  const second = await signTransaction(alice, { ...transfer, nonce: 1 });
  const { promise: isDue, resolve: reachDue } = Promise.withResolvers<void>();
  const putPending = store.putPending.bind(store);
  store.putPending = async (transactions) => {
    if (transactions.some(({ hash }) => hash === second.txHash)) await isDue;
    return putPending(transactions);
  };
  await devnet.submit(parseHex(first.signedTx));
  const checked = devnet.submit(parseHex(second.signedTx));
  await pause(10 * ON_SUBMIT_DELAY);
  reachDue();
  await checked;
  await pause(10 * ON_SUBMIT_DELAY);
  // Whatever else was due is in the queue ahead of this.
  await devnet.snapshot();
  const head = await store.head();
  expect(head?.block.height).toBe(1);
  const hashes = await readHashes(store, head?.block.hash ?? "");
  expect(hashes).toEqual(expect.arrayContaining([first.txHash, second.txHash]));
});

test("mode on-submit makes no empty block where what was submitted is in one already", async () => {
  const { devnet, store } = await openMode({ mode: "on-submit" });
  const { alice, bob } = await devPair("delta");
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  expect((await devnet.produceBlock()).executed).toHaveLength(1);
  await pause(10 * ON_SUBMIT_DELAY);
  expect((await store.head())?.block.height).toBe(1);
});

test("mode on-submit tries again where a block fails, and goes on with what was pending before", async () => {
  const store = openSqliteStore({ render: RENDER });
  const { alice, bob } = await devPair("delta");
  const { devnet: before } = await openMode({ store });
  await submit(before, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  await before.close();
  const errors: unknown[] = [];
  const add = store.add.bind(store);
  store.add = async () => {
    store.add = add;
    throw new Error("disk full");
  };
  const { seen } = await openMode({
    store,
    mode: "on-submit",
    blockTime: 0.01,
    onError: (error) => errors.push(error),
  });
  await expect.poll(() => seen.length > 0).toBe(true);
  await pause(50);
  expect(seen).toEqual(["block 1: 1"]);
  expect(errors).toEqual([
    new Error("disk full"),
    expect.stringMatching(/^Over after \d+\.\d s: disk full$/),
  ]);
});

test("a devnet tells of a block that did not come, until the next one does, and what waits", async () => {
  const store = openSqliteStore({ render: RENDER });
  const add = store.add.bind(store);
  const { alice, bob } = await devPair("delta");
  const options = { store, mode: "interval", blockTime: 0.01, onError: () => undefined } as const;
  const { devnet } = await openMode(options);
  expect(devnet.failure).toBeUndefined();
  store.add = async () => {
    throw new Error("disk full");
  };
  await expect.poll(() => devnet.failure !== undefined).toBe(true);
  expect(devnet.failure).toBe("the last block could not be produced: disk full");
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  expect(devnet.pendingCount).toBe(1);
  store.add = add;
  await expect.poll(() => devnet.failure === undefined).toBe(true);
  expect(devnet.pendingCount).toBe(0);
  await devnet.close();
  expect(devnet.failure).toBe("it is closed");
});

test("mode interval does not make up for the time that a slow block took", async () => {
  const store = openSqliteStore({ render: RENDER });
  const add = store.add.bind(store);
  const { devnet, seen } = await openMode({ store, mode: "interval", blockTime: 0.01 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<number>();
  store.add = async (make) => {
    store.add = add;
    reach(seen.length);
    await released;
    return add(make);
  };
  const before = await reached;
  await pause(100);
  // Whatever piled up is in the queue ahead of this.
  const last = devnet.snapshot();
  release();
  await last;
  expect(seen.length).toBe(before + 1);
});

test("mode manual makes a block only on request", async () => {
  const { devnet, seen } = await openMode({ mode: "manual", blockTime: 0.01 });
  const { alice, bob } = await devPair("delta");
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  await pause(50);
  expect(seen).toHaveLength(1);
  await devnet.produceBlock();
  expect(seen).toHaveLength(2);
});

test("setInterval() makes blocks come by themselves at another pace, and 0 ends them", async () => {
  const { devnet, seen } = await openMode({ mode: "manual", blockTime: 7 });
  expect(devnet.blockTime).toBe(7);
  expect(devnet.setInterval(0.01)).toBe(0.01);
  expect(devnet.blockTime).toBe(0.01);
  await expect.poll(() => seen.length >= 3).toBe(true);
  expect(devnet.setInterval(0)).toBe(0);
  expect(devnet.blockTime).toBe(0.01);
  await devnet.snapshot();
  const { length } = seen;
  await pause(50);
  expect(seen).toHaveLength(length);
  for (const seconds of [-1, NaN, 86_401]) {
    expect(() => devnet.setInterval(seconds)).toThrow("must be from 0 to 86400 seconds");
  }
});

test("setInterval() leaves mode on-submit", async () => {
  const { devnet, seen } = await openMode({ mode: "on-submit" });
  const { alice, bob } = await devPair("delta");
  devnet.setInterval(0);
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  await pause(10 * ON_SUBMIT_DELAY);
  expect(seen.map((line) => line.split(" ")[0])).toEqual(["pending"]);
});

test("setTime() moves the clock that blocks take their times from, never behind the newest block", async () => {
  const { devnet, advance } = await openMode({});
  const start = START / 1000;
  expect(await devnet.setTime(start + 100)).toBe(start + 100);
  expect((await devnet.produceBlock()).block.timestamp).toBe(start + 100);
  advance(5);
  expect((await devnet.produceBlock()).block.timestamp).toBe(start + 105);
  await expect(devnet.setTime(start + 104)).rejects.toThrow(
    `from ${start + 105}, the time of the newest block, to 8640000000000, got ${start + 104}`,
  );
  await expect(devnet.setTime(start + 200.5)).rejects.toThrow(RangeError);
  await expect(devnet.setTime(8_640_000_000_001)).rejects.toThrow(
    "to 8640000000000, got 8640000000001",
  );
  expect((await devnet.produceBlock()).block.timestamp).toBe(start + 105);
  expect(await devnet.setTime(start + 105)).toBe(start + 105);
});

test("openDevnet() refuses an unknown mode", async () => {
  await expect(openQuiet({ mode: "automatic" as never })).rejects.toThrow(
    'Cannot open devnet: mode must be one of interval, manual, on-submit, got "automatic"',
  );
  await expect(openQuiet({ mempoolSize: 0 })).rejects.toThrow("from 1 to 1000000, got 0");
});
