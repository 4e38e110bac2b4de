import { afterEach, beforeEach, expect, test } from "vitest";

import { signTransaction } from "../../../../src/devnet/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { isRefusal } from "../../../../src/service/chain/ledger/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { follow, openQuiet } from "./_fixtures.ts";

let opened: Awaited<ReturnType<typeof openQuiet>>;
/** Transactions that each write of the store took. */
let writes: number[];
let putPending: typeof opened.store.putPending;

beforeEach(async () => {
  opened = await openQuiet();
  writes = [];
  putPending = opened.store.putPending.bind(opened.store);
  opened.store.putPending = async (transactions) => {
    writes.push(transactions.length);
    return putPending(transactions);
  };
});
afterEach(() => opened.devnet.close());

async function signAll(nonces: readonly number[]): Promise<Uint8Array[]> {
  const { alice, bob } = await devPair("delta");
  const signed = nonces.map((nonce) =>
    signTransaction(alice, { type: "transfer", to: bob.address, value: 1n, nonce }),
  );
  return (await Promise.all(signed)).map(({ signedTx }) => parseHex(signedTx));
}

test("submissions that wait together are stored in one write, each with its own outcome", async () => {
  const { devnet, store } = opened;
  const raws = await signAll([0, 1, 1, 7, 2]);
  const outcomes = await Promise.all(raws.map((raw) => devnet.submit(raw)));
  const texts = outcomes.map((one) => (isRefusal(one) ? one.code : one.status));
  expect(texts).toEqual(["pending", "pending", "pending", "NonceTooHigh", "pending"]);
  expect(writes).toEqual([3]);
  expect(await store.listPending()).toHaveLength(3);
});

test("submissions that come while the first is checked are stored in its write", async () => {
  const { devnet } = opened;
  const [first = new Uint8Array(), ...others] = await signAll([0, 1, 2]);
  const outcomes = [devnet.submit(first)];
  // So many steps later it is being checked; its signature is verified by another thread.
  for (let step = 0; step < 50; step++) await Promise.resolve();
  outcomes.push(...others.map((raw) => devnet.submit(raw)));
  expect(await Promise.all(outcomes)).toMatchObject([0, 1, 2].map(() => ({ status: "pending" })));
  expect(writes).toEqual([3]);
});

test("where a write of many fails each is tried alone, and what failed can be submitted again", async () => {
  const { devnet, store } = opened;
  const seen = follow(devnet);
  const raws = await signAll([0, 1]);
  let room = 0;
  store.putPending = async (transactions) => {
    if (transactions.length > room) throw new Error("disk full");
    return putPending(transactions);
  };
  const [first, second] = await Promise.allSettled(raws.map((raw) => devnet.submit(raw)));
  expect(first).toMatchObject({ status: "rejected", reason: { message: "disk full" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { code: "NonceTooHigh" } });
  expect([devnet.pendingCount, seen]).toEqual([0, []]);
  room = 1;
  const outcomes = await Promise.all(raws.map((raw) => devnet.submit(raw)));
  expect(outcomes).toMatchObject([{ status: "pending" }, { status: "pending" }]);
  expect([devnet.pendingCount, seen.length]).toEqual([2, 2]);
});

test("a submission after the request for a block is not in that block", async () => {
  const { devnet } = opened;
  const [first = new Uint8Array(), second = new Uint8Array()] = await signAll([0, 1]);
  const [, produced] = await Promise.all([
    devnet.submit(first),
    devnet.produceBlock(),
    devnet.submit(second),
  ]);
  expect(produced.executed).toHaveLength(1);
  expect(devnet.pendingCount).toBe(1);
  expect(writes).toEqual([1, 1]);
});
