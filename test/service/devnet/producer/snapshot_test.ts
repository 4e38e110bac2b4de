import { expect, test } from "vitest";

import { signTransaction } from "../../../../src/devnet/mod.ts";
import { openSqliteStore } from "../../../../src/service/chain/store/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { RENDER } from "../../chain/store/_blocks.ts";
import { follow, openQuiet, short, spend, submit } from "./_fixtures.ts";

async function openWithPending() {
  const quiet = await openQuiet({ store: openSqliteStore({ render: RENDER }) });
  const { alice, bob } = await devPair("delta");
  const send = async (nonce: number): Promise<string> => {
    const transfer = { type: "transfer", to: bob.address, value: 1n, nonce } as const;
    expect(await submit(quiet.devnet, alice, transfer)).toBe("pending");
    return (await signTransaction(alice, transfer)).txHash;
  };
  return { ...quiet, send, alice };
}

test("revert() goes back to the head and what was pending, as often as wanted", async () => {
  const { devnet, store, send, alice } = await openWithPending();
  const { block } = await devnet.produceBlock();
  const kept = await send(0);
  const id = await devnet.snapshot();
  for (let round = 0; round < 2; round++) {
    await devnet.produceBlock();
    const lost = [await send(1), await send(2)];
    await devnet.produceBlock();
    lost.push(await send(3));
    const seen = follow(devnet);
    expect(await devnet.revert(id)).toEqual(block);
    expect(seen).toEqual([
      "removed from 2",
      `pending ${short(kept)}`,
      `dropped ${short(lost[2] ?? "")}`,
    ]);
    expect((await store.head())?.block).toEqual(block);
    expect((await store.listPending()).map(({ hash }) => hash)).toEqual([kept]);
    expect(await devnet.nextNonce(alice.address)).toBe(1);
    for (const hash of lost) {
      expect(await devnet.findPending(hash)).toBeUndefined();
      expect(await store.findTransaction(hash)).toBeUndefined();
    }
  }
  expect((await devnet.produceBlock()).executed.map(({ hash }) => hash)).toEqual([kept]);
});

test("revert() with no block since takes back what was pending alone", async () => {
  const { devnet, store, send } = await openWithPending();
  const kept = await send(0);
  const id = await devnet.snapshot();
  const lost = await send(1);
  const seen = follow(devnet);
  await devnet.revert(id);
  expect(seen).toEqual([`dropped ${short(lost)}`]);
  expect((await store.listPending()).map(({ hash }) => hash)).toEqual([kept]);
  await send(1);
});

test("revert() forgets later snapshots, and a reorganisation those whose block it removes", async () => {
  const { devnet } = await openWithPending();
  const ids: string[] = [];
  for (let block = 0; block < 4; block++) {
    ids.push(await devnet.snapshot());
    await devnet.produceBlock();
  }
  expect(ids).toEqual(["snap-1", "snap-2", "snap-3", "snap-4"]);
  await devnet.reorganise(2);
  await expect(devnet.revert("snap-4")).rejects.toThrow(
    'Cannot revert: there is no snapshot "snap-4", known are snap-1, snap-2, snap-3',
  );
  expect((await devnet.revert("snap-3")).height).toBe(2);
  expect((await devnet.revert("snap-2")).height).toBe(1);
  await expect(devnet.revert("snap-3")).rejects.toThrow(RangeError);
  expect(await devnet.snapshot()).toBe("snap-5");
  expect((await devnet.revert("snap-1")).height).toBe(0);
  await expect(devnet.revert("snap-5")).rejects.toThrow("known are snap-1");
});

test("a devnet whose store fails to revert is unchanged and keeps its snapshots", async () => {
  const { devnet, store, send } = await openWithPending();
  const id = await devnet.snapshot();
  const later = await devnet.snapshot();
  const hash = await send(0);
  const truncate = store.truncate.bind(store);
  store.truncate = async () => {
    store.truncate = truncate;
    throw new Error("disk full");
  };
  await expect(devnet.revert(id)).rejects.toThrow("disk full");
  expect(await devnet.findPending(hash)).toBeDefined();
  expect(await devnet.revert(later)).toEqual(await devnet.revert(id));
});

test("revert() frees the records that what it takes back was to spend", async () => {
  const { devnet } = await openQuiet({ segment: "alpha" });
  const { alice, bob } = await devPair("alpha");
  const [record] = alice.records;
  if (!record) throw new Error("Records were asked for");
  const id = await devnet.snapshot();
  const pay = (value: bigint) =>
    submit(devnet, alice, spend(alice.address, record, { to: bob.address, value, nonce: 0 }));
  expect(await pay(1n)).toBe("pending");
  await devnet.revert(id);
  expect(await pay(2n)).toBe("pending");
});

test("traffic goes on after a revert with what the accounts have there, on either chain", async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const { devnet, store } = await openQuiet({ segment, traffic: true });
    const id = await devnet.snapshot();
    const run = async (): Promise<number> => {
      for (let block = 0; block < 60; block++) await devnet.produceBlock();
      return (await store.head())?.totalTransactions ?? 0;
    };
    const first = await run();
    await devnet.revert(id);
    expect(await run()).toBeGreaterThan((first * 3) / 4);
  }
});

test("snapshots are bounded in number", async () => {
  const { devnet } = await openWithPending();
  for (let count = 0; count < 1_000; count++) await devnet.snapshot();
  await expect(devnet.snapshot()).rejects.toThrow("there are already 1000, the maximum");
  await devnet.revert("snap-10");
  expect(await devnet.snapshot()).toBe("snap-1001");
});
