import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, expect, test } from "vitest";

import type { DevAccount } from "../../../../src/devnet/mod.ts";
import { eventRender } from "../../../../src/service/api/events/mod.ts";
import { RENDER } from "../../../../src/service/server/data_folder/open_store.ts";
import type { Devnet, DevnetOptions } from "../../../../src/service/devnet/producer/mod.ts";
import { checkStore } from "../../../../src/service/chain/store/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { type BoundedStore, openBounded } from "../../chain/store/_bounded_store.ts";
import { collect } from "../../chain/store/_chain_file.ts";
import { follow, openQuiet, submit } from "./_fixtures.ts";

const FULL = "database or disk is full";
const folder = mkdtempSync(join(tmpdir(), "full-devnet-"));
let files = 0;
const opened: { devnet: Devnet; disk: BoundedStore }[] = [];

afterEach(async () => {
  for (const { devnet, disk } of opened.splice(0)) {
    disk.freeDisk();
    await devnet.close();
    await disk.store.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open(options: Partial<DevnetOptions> = {}) {
  const path = join(folder, `${files++}.sqlite`);
  const disk = openBounded(path, { ...RENDER, events: eventRender("delta") });
  const { devnet } = await openQuiet({ onError: () => undefined, ...options, store: disk.store });
  opened.push({ devnet, disk });
  return { devnet, disk, seen: follow(devnet), ...(await devPair("delta")) };
}

/** Submits payments; gives what they came to. */
async function pay(
  devnet: Devnet,
  from: DevAccount<"delta">,
  to: string,
  nonces: readonly number[],
): Promise<string[]> {
  const outcomes: string[] = [];
  for (const nonce of nonces) {
    outcomes.push(await submit(devnet, from, { type: "transfer", to, value: 1n, nonce }));
  }
  return outcomes;
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing failed",
    (error: unknown) => (error as Error).message,
  );
}

test("a devnet goes on with another block than the one that a full disk kept it from making", async () => {
  for (const left of [0, 3, 6]) {
    const { devnet, disk, seen, alice, bob } = await open();
    const id = await devnet.snapshot();
    const proposal = {
      type: "propose",
      title: "A proposal",
      description: "d".repeat(4_000),
    } as const;
    for (let nonce = 0; nonce < 10; nonce++) {
      expect(await submit(devnet, alice, { ...proposal, nonce })).toBe("pending");
    }
    disk.fillDisk(left);
    expect(await failureOf(devnet.produceBlock())).toBe(FULL);
    expect(devnet.failure).toBe(`the last block could not be produced: ${FULL}`);
    expect(devnet.pendingCount).toBe(10);
    expect(await devnet.nextNonce(alice.address)).toBe(10);
    expect(seen.filter((line) => line.startsWith("block"))).toEqual([]);

    disk.freeDisk();
    await devnet.revert(id);
    expect(await pay(devnet, bob, alice.address, [0])).toEqual(["pending"]);
    expect((await devnet.produceBlock()).executed).toHaveLength(1);
    expect(devnet.failure).toBeUndefined();
    expect(await devnet.nextNonce(alice.address)).toBe(0);
    expect(await collect(checkStore(disk.store, RENDER))).toEqual([]);
  }
});

test("a devnet makes up for a block once there is room, with all that was acknowledged", async () => {
  const { devnet, disk, alice, bob } = await open();
  const nonces = [...Array(20).keys()];
  expect(await pay(devnet, alice, bob.address, nonces)).toEqual(Array(20).fill("pending"));
  disk.fillDisk(0);
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await failureOf(devnet.produceBlock())).toBe(FULL);
  }
  disk.freeDisk();
  expect((await devnet.produceBlock()).executed.map(({ nonce }) => nonce)).toEqual(nonces);
  expect(devnet.pendingCount).toBe(0);
  expect(await disk.store.listPending()).toEqual([]);
  expect(await collect(checkStore(disk.store, RENDER))).toEqual([]);
});

test("a devnet acknowledges nothing that it could not store, and takes it once there is room", async () => {
  const { devnet, disk, alice, bob } = await open();
  disk.fillDisk(0);
  const taken: string[] = [];
  // Pages that are there already take the first ones.
  const failure = await (async () => {
    for (let nonce = 0; nonce < 1_000; nonce++) {
      taken.push(...(await pay(devnet, alice, bob.address, [nonce])));
    }
  })().catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: FULL });
  expect(devnet.failure).toBe(`the last submission could not be stored: ${FULL}`);
  expect(devnet.pendingCount).toBe(taken.length);
  expect(await disk.store.listPending()).toHaveLength(taken.length);
  expect(await devnet.nextNonce(alice.address)).toBe(taken.length);

  disk.freeDisk();
  expect(await pay(devnet, alice, bob.address, [taken.length])).toEqual(["pending"]);
  expect(devnet.failure).toBeUndefined();
  expect((await devnet.produceBlock()).executed).toHaveLength(taken.length + 1);
  expect(await collect(checkStore(disk.store, RENDER))).toEqual([]);
});

test("a devnet that failed to store a submission stops saying so by itself, so that it is tried again", async () => {
  const { devnet, disk, alice } = await open({ mode: "on-submit", blockTime: 0.05 });
  disk.fillDisk(0);
  const proposal = { type: "propose", title: "t", description: "d".repeat(4_000) } as const;
  await expect(submit(devnet, alice, { ...proposal, nonce: 0 })).rejects.toThrow(FULL);
  expect(devnet.failure).toBe(`the last submission could not be stored: ${FULL}`);
  await expect.poll(() => devnet.failure).toBeUndefined();
  await expect(submit(devnet, alice, { ...proposal, nonce: 0 })).rejects.toThrow(FULL);
  expect(devnet.failure).toBeDefined();
});

test("a devnet that makes blocks by itself says why none come, and makes them again once there is room", async () => {
  const { devnet, disk, seen, alice, bob } = await open({ mode: "interval", blockTime: 0.02 });
  disk.fillDisk(0);
  await expect.poll(() => devnet.failure).toBeDefined();
  expect(devnet.failure).toMatch(new RegExp(`: ${FULL}$`));
  await expect.poll(() => devnet.failedBlocks).toBeGreaterThan(3);
  expect(devnet.overdue).toBeGreaterThan(0.04);
  disk.freeDisk();
  await expect.poll(() => devnet.failure).toBeUndefined();
  expect(devnet.failedBlocks).toBe(0);
  expect(await pay(devnet, alice, bob.address, [0])).toEqual(["pending"]);
  await expect.poll(() => devnet.pendingCount).toBe(0);
  devnet.setInterval(0);
  await devnet.snapshot();
  expect(seen.length).toBeGreaterThan(1);
  expect(await collect(checkStore(disk.store, RENDER))).toEqual([]);
});

test("a devnet reads back what a commit left that failed after it took effect", async () => {
  const { devnet, disk, seen, alice, bob } = await open();
  disk.breakCommit();
  expect(await pay(devnet, alice, bob.address, [0])).toEqual(["pending"]);
  disk.breakCommit();
  const { block, executed } = await devnet.produceBlock();
  expect(executed).toHaveLength(1);
  expect((await disk.store.head())?.block.hash).toBe(block.hash);
  expect(await pay(devnet, alice, bob.address, [1])).toEqual(["pending"]);
  disk.breakCommit();
  const { newHead } = await devnet.reorganise(1);
  expect(newHead.height).toBe(0);
  expect((await disk.store.head())?.block.height).toBe(2);
  await devnet.produceBlock();
  expect(seen.filter((line) => line.startsWith("block"))).toHaveLength(4);
  expect(devnet.failure).toBeUndefined();
  expect(await collect(checkStore(disk.store, RENDER))).toEqual([]);
});
