import { expect, test } from "vitest";

import { type DevAccount, devAccounts, signTransaction } from "../../../../src/devnet/mod.ts";
import { BLOCK_GAS_LIMIT, SERIAL_NUMBER } from "../../../../src/service/chain/ledger/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { hashOf, RENDER } from "../../chain/store/_blocks.ts";
import { follow, openQuiet, short, spend, submit } from "./_fixtures.ts";

/** Transfers of one sender, from nonce 0 on. */
async function signMany(account: DevAccount<"delta">, count: number) {
  const nonces = Array.from({ length: count }, (_, nonce) => nonce);
  const transfer = { type: "transfer", to: account.address, value: 1n } as const;
  const signed = await Promise.all(
    nonces.map((nonce) => signTransaction(account, { ...transfer, nonce })),
  );
  return signed.map(({ txHash, signedTx }) => ({ hash: txHash, raw: parseHex(signedTx) }));
}

/** A record that a store tells of once, though it is not there: the only way to get one accepted that can never be spent. */
function pretendRecord(store: Store, owner: string, value: bigint) {
  const record = { serialNumber: hashOf("no record"), value };
  const readState = store.readState.bind(store);
  store.readState = async (keys, height) => {
    store.readState = readState;
    const reading = await readState(keys, height);
    const text = SERIAL_NUMBER.encode({ commitment: hashOf("c"), value, owner, spentAt: null });
    const key = SERIAL_NUMBER.key(record.serialNumber);
    return { ...reading, values: new Map([...reading.values, [key, text]]) };
  };
  return record;
}

test("a block without room for all lets the senders take turns, and a later one takes the rest", async () => {
  const room = Number(BLOCK_GAS_LIMIT / 21_000n);
  const [alice, bob, carol] = await devAccounts("delta");
  if (!alice || !bob || !carol) throw new Error("Accounts were asked for");
  const store = openSqliteStore({ render: RENDER });
  await (await openQuiet({ store })).devnet.close();
  const many = await signMany(alice, room + 10);
  const [few, one] = [await signMany(bob, 3), await signMany(carol, 1)];
  await store.putPending([...many, ...few, ...one]);

  const { devnet } = await openQuiet({ store });
  const first = await devnet.produceBlock();
  expect(first.block.gasUsed).toBe(BigInt(room) * 21_000n);
  // In the order of arrival, though it was bob and carol who kept the last of alice's out.
  expect(first.executed.map(({ hash }) => hash)).toEqual(
    [...many.slice(0, room - 4), ...few, ...one].map(({ hash }) => hash),
  );
  const second = await devnet.produceBlock();
  expect(second.executed.map(({ hash }) => hash)).toEqual(
    many.slice(room - 4).map(({ hash }) => hash),
  );

  await store.truncate(0, [...many, ...few]);
  const { devnet: eager } = await openQuiet({ store, mode: "on-submit" });
  const seen = follow(eager);
  await eager.snapshot();
  while (seen.length < 2) await new Promise((done) => setTimeout(done, 5));
  await eager.close();
  expect(seen).toEqual([`block 1: ${room}`, "block 2: 13"]);
});

test("a forged signature in a burst of submissions is refused, and those before it are taken though the devnet closes", async () => {
  const { devnet, store } = await openQuiet();
  const { alice } = await devPair("delta");
  const signed = await signMany(alice, 40);
  const forged = signed[20]?.raw.slice() ?? Uint8Array.of();
  const at = Buffer.from(forged).indexOf("signature") + "signature".length + 10;
  forged[at] = (forged[at] ?? 0) ^ 1;
  const submissions = signed.map(({ raw }, nonce) => devnet.submit(nonce === 20 ? forged : raw));
  await devnet.close();
  const outcomes = (await Promise.all(submissions)).map((one) => ("code" in one ? one.code : ""));
  expect(outcomes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => ""));
  expect(outcomes[20]).toBe("TransactionRejected");
  expect(new Set(outcomes.slice(21))).toEqual(new Set(["NonceTooHigh"]));
  expect(await store.listPending()).toHaveLength(20);
});

test("a full mempool refuses a transaction before its signature is verified", async () => {
  const { devnet } = await openQuiet({ mempoolSize: 1 });
  const { alice } = await devPair("delta");
  const [first, second] = await signMany(alice, 2);
  await devnet.submit(first?.raw ?? Uint8Array.of());
  const forged = second?.raw.slice() ?? Uint8Array.of();
  const at = Buffer.from(forged).indexOf("signature") + "signature".length + 10;
  forged[at] = (forged[at] ?? 0) ^ 1;
  expect(await devnet.submit(forged)).toMatchObject({
    reason: expect.stringContaining("mempool is full") as unknown,
  });
});

test("submissions of one sender at the same time are taken in their order, a later nonce first is refused", async () => {
  const { devnet } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const signed = await signMany(alice, 4);
  const order = [1, 0, 1, 3, 2, 3, 0];
  const outcomes = await Promise.all(
    order.map(async (nonce) => devnet.submit(signed[nonce]?.raw ?? Uint8Array.of())),
  );
  expect(outcomes.map((outcome) => ("code" in outcome ? outcome.code : outcome.status))).toEqual([
    "NonceTooHigh",
    "pending",
    "pending",
    "NonceTooHigh",
    "pending",
    "pending",
    "pending",
  ]);
  await submit(devnet, bob, { type: "transfer", to: alice.address, value: 1n, nonce: 0 });
  const { executed } = await devnet.produceBlock();
  expect(executed.map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3, 0]);
});

test("what can get into no block is dropped after one, with its reason, and what needs it too", async () => {
  const store = openSqliteStore({ render: RENDER });
  const { devnet } = await openQuiet({ segment: "alpha", store });
  const { alice, bob } = await devPair("alpha");
  const [mine, next] = alice.records;
  const [his] = bob.records;
  if (!mine || !next || !his) throw new Error("Records were asked for");
  const phantom = pretendRecord(store, alice.address, mine.value);
  const to = bob.address;
  const bad = spend(alice.address, phantom, { to, value: 1n, nonce: 0 });
  const after = spend(alice.address, next, { to, value: 1n, nonce: 1 });
  const good = spend(bob.address, his, { to: alice.address, value: 1n, nonce: 0 });
  expect(await submit(devnet, alice, bad)).toBe("pending");
  expect(await submit(devnet, alice, after)).toBe("pending");
  expect(await submit(devnet, bob, good)).toBe("pending");
  const reasons: string[] = [];
  const seen = follow(devnet, reasons);
  const { executed } = await devnet.produceBlock();
  expect(executed.map(({ from }) => from)).toEqual([bob.address]);
  const { txHash: badHash } = await signTransaction(alice, bad);
  const { txHash: afterHash } = await signTransaction(alice, after);
  expect(seen).toEqual(["block 1: 1", `dropped ${short(badHash)}`, `dropped ${short(afterHash)}`]);
  expect(reasons).toEqual([
    `Serial number ${phantom.serialNumber} belongs to no record in a block`,
    expect.stringContaining("Nonce is 1, the next nonce of"),
  ]);
  expect(await store.listPending()).toEqual([]);
  expect(await devnet.nextNonce(alice.address)).toBe(0);
  const again = spend(alice.address, mine, { to, value: 1n, nonce: 0 });
  expect(await submit(devnet, alice, again)).toBe("pending");
  expect((await devnet.produceBlock()).executed).toHaveLength(1);
});

test("mode on-submit ends at a block that takes nothing, even if a stuck transaction cannot be dropped", async () => {
  const store = openSqliteStore({ render: RENDER });
  const errors: string[] = [];
  const { devnet } = await openQuiet({
    segment: "alpha",
    store,
    mode: "on-submit",
    onError: (error) => errors.push(String(error)),
  });
  store.removePending = async () => {
    throw new Error("disk full");
  };
  const { alice, bob } = await devPair("alpha");
  const phantom = pretendRecord(store, alice.address, 10n ** 20n);
  const bad = spend(alice.address, phantom, { to: bob.address, value: 1n, nonce: 0 });
  const seen = follow(devnet);
  expect(await submit(devnet, alice, bad)).toBe("pending");
  while (seen.length < 2) await new Promise((done) => setTimeout(done, 5));
  await devnet.close();
  expect(seen.slice(1)).toEqual(["block 1: 0"]);
  expect(errors).toEqual(["Error: disk full"]);
});

test("a pending transaction that can get into no block is forgotten on opening, and that is reported", async () => {
  const store = openSqliteStore({ render: RENDER });
  await (await openQuiet({ store })).devnet.close();
  const { alice } = await devPair("delta");
  const signed = await signMany(alice, 3);
  await store.putPending(signed.slice(0, 1));
  await store.putPending(signed.slice(2));
  const errors: string[] = [];
  const { devnet } = await openQuiet({ store, onError: (error) => errors.push(String(error)) });
  expect(errors).toEqual([
    expect.stringMatching(
      `^Error: Dropped pending transaction ${signed[2]?.hash} of delta: Nonce is 2`,
    ),
  ]);
  expect(await store.listPending()).toEqual(signed.slice(0, 1));
  expect(await devnet.findPending(signed[2]?.hash ?? "")).toBeUndefined();
  expect(await devnet.nextNonce(alice.address)).toBe(1);
});
