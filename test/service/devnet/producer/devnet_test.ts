import { expect, test } from "vitest";

import { devAccounts, feeOf, signTransaction } from "../../../../src/devnet/mod.ts";
import { ACCOUNT } from "../../../../src/service/chain/ledger/mod.ts";
import type { Announcement } from "../../../../src/service/chain/block_source.ts";
import { openSqliteStore } from "../../../../src/service/chain/store/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { RENDER } from "../../chain/store/_blocks.ts";
import { openQuiet, START, submit } from "./_fixtures.ts";

test("a submitted transfer is pending, then confirmed, once, under one hash", async () => {
  const { devnet, store } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const draft = { type: "transfer", to: bob.address, value: 5n, nonce: 0 } as const;
  const { signedTx, txHash } = await signTransaction(alice, draft);
  const raw = parseHex(signedTx);
  expect(await devnet.submit(raw)).toEqual({ txHash, status: "pending" });
  expect(await devnet.submit(raw)).toEqual({ txHash, status: "pending" });
  expect(await devnet.findPending(txHash)).toMatchObject({ from: alice.address, value: 5n, raw });
  const { executed } = await devnet.produceBlock();
  expect(executed.map(({ hash }) => hash)).toEqual([txHash]);
  expect(await devnet.submit(raw)).toEqual({ txHash, status: "confirmed" });
  expect(await devnet.findPending(txHash)).toBeUndefined();
  expect((await store.findTransaction(txHash))?.transaction).toEqual(executed[0]);
  expect((await devnet.produceBlock()).executed).toEqual([]);
});

test("a submission is not seen as pending before it is stored", async () => {
  const { devnet, store } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const draft = { type: "transfer", to: bob.address, value: 5n, nonce: 0 } as const;
  const { signedTx, txHash } = await signTransaction(alice, draft);
  const storing = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const putPending = store.putPending.bind(store);
  store.putPending = async (transactions) => {
    storing.resolve();
    await stored.promise;
    await putPending(transactions);
  };
  const outcome = devnet.submit(parseHex(signedTx));
  await storing.promise;
  expect(await devnet.findPending(txHash)).toBeUndefined();
  stored.resolve();
  expect(await outcome).toEqual({ txHash, status: "pending" });
  expect(await devnet.findPending(txHash)).toMatchObject({ from: alice.address });
});

test("a transfer of records is accepted on alpha and its records cannot be spent again", async () => {
  const { devnet } = await openQuiet({ segment: "alpha-testnet" });
  const [alice] = await devAccounts("alpha", { network: "testnet" });
  const record = alice?.records[0];
  if (!alice || !record) throw new Error("Accounts and records were asked for");
  const serialNumbers = [record.serialNumber];
  const draft = {
    type: "transfer",
    serialNumbers,
    outputs: [{ to: alice.address, value: 1n }],
  } as const;
  const outputs = [{ to: alice.address, value: record.value - feeOf("alpha", draft) }];
  expect(await submit(devnet, alice, { ...draft, outputs, nonce: 0 })).toBe("pending");
  expect(await submit(devnet, alice, { ...draft, outputs, nonce: 1 })).toBe("TransactionRejected");
  await devnet.produceBlock();
  expect(await submit(devnet, alice, { ...draft, outputs, nonce: 0 })).toBe("confirmed");
  expect(await submit(devnet, alice, { ...draft, outputs, nonce: 1 })).toBe("TransactionRejected");
});

test("nonces count pending transactions", async () => {
  const { devnet } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const send = (nonce: number, value = 1n) =>
    submit(devnet, alice, { type: "transfer", to: bob.address, value, nonce });
  expect(await devnet.nextNonce(alice.address)).toBe(0);
  expect(await send(1)).toBe("NonceTooHigh");
  expect(await send(0)).toBe("pending");
  expect(await devnet.nextNonce(alice.address)).toBe(1);
  expect(await send(0, 2n)).toBe("NonceTooLow");
  expect(await send(1)).toBe("pending");
  await devnet.produceBlock();
  expect(await devnet.nextNonce(alice.address)).toBe(2);
  expect(await send(1, 2n)).toBe("NonceTooLow");
  expect(await send(2)).toBe("pending");
});

test("a nonce is right even if a block comes in while it is looked up", async () => {
  const store = openSqliteStore({ render: RENDER });
  const { devnet } = await openQuiet({ store });
  const { alice, bob } = await devPair("delta");
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  const readState = store.readState.bind(store);
  store.readState = async (keys) => {
    store.readState = readState;
    const old = await readState(keys);
    await devnet.produceBlock();
    return old;
  };
  expect(await devnet.nextNonce(alice.address)).toBe(1);
});

test("submissions and blocks at the same time take effect one after the other", async () => {
  const { devnet } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const sends = Array.from({ length: 40 }, (_, nonce) =>
    signTransaction(alice, { type: "transfer", to: bob.address, value: 1n, nonce }),
  );
  const signed = await Promise.all(sends);
  const outcomes = signed.map(({ signedTx }, index) => {
    if (index % 10 === 5) void devnet.produceBlock();
    return devnet.submit(parseHex(signedTx));
  });
  for (const outcome of await Promise.all(outcomes))
    expect(outcome).toMatchObject({ status: "pending" });
  await devnet.produceBlock();
  expect(await devnet.nextNonce(alice.address)).toBe(40);
});

test("a sender cannot offer more than it has, but two transfers together may fail in the block", async () => {
  const { devnet, store } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const { values } = await store.readState([ACCOUNT.key(alice.address)]);
  const { balance } = ACCOUNT.decode([...values.values()][0] ?? "");
  const transfer = { type: "transfer", to: bob.address } as const;
  expect(await submit(devnet, alice, { ...transfer, value: balance, nonce: 0 })).toBe(
    "InsufficientFunds",
  );
  const value = balance / 2n + 1n;
  expect(await submit(devnet, alice, { ...transfer, value, nonce: 0 })).toBe("pending");
  expect(await submit(devnet, alice, { ...transfer, value, nonce: 1 })).toBe("pending");
  const { executed } = await devnet.produceBlock();
  expect(executed.map(({ status }) => status)).toEqual(["success", "failed"]);
  expect(await submit(devnet, alice, { ...transfer, value, nonce: 1 })).toBe("failed");
});

test("a full mempool refuses newcomers, not what it knows, until a block makes room", async () => {
  const { devnet } = await openQuiet({ mempoolSize: 2 });
  const { alice, bob } = await devPair("delta");
  const send = (nonce: number) =>
    submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce });
  expect([await send(0), await send(1), await send(2)]).toEqual([
    "pending",
    "pending",
    "TransactionRejected",
  ]);
  expect(await send(1)).toBe("pending");
  await devnet.produceBlock();
  expect(await send(2)).toBe("pending");
});

test("blocks and pending transactions are announced in order, once the store has them", async () => {
  const { devnet, store } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const seen: string[] = [];
  const heads: Promise<number | undefined>[] = [];
  const listener = (announcement: Announcement): void => {
    if (announcement.kind === "block") {
      seen.push(`block ${announcement.block.height} with ${announcement.executed.length}`);
      heads.push(store.head().then((head) => head?.block.height));
    } else seen.push(announcement.kind);
  };
  devnet.onAnnounced = listener;
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 9 });
  await devnet.produceBlock();
  await devnet.produceBlock();
  expect(seen).toEqual(["pending", "block 1 with 1", "block 2 with 0"]);
  expect(await Promise.all(heads)).toEqual([1, 2]);
});

test("a listener that throws is reported and harms nothing", async () => {
  const errors: unknown[] = [];
  const { devnet } = await openQuiet({ onError: (error) => errors.push(error) });
  devnet.onAnnounced = () => {
    throw new Error("careless");
  };
  expect((await devnet.produceBlock()).block.height).toBe(1);
  expect(String(errors)).toBe("Error: careless");
});

test("a block takes its time from the clock, and never one before its parent's", async () => {
  const { devnet, advance } = await openQuiet();
  const times: number[] = [];
  for (const step of [5, -30, 31]) {
    advance(step);
    times.push((await devnet.produceBlock()).block.timestamp - START / 1000);
  }
  expect(times).toEqual([5, 5, 6]);
});

test("blocks come by themselves, and a block that fails is reported while the next is tried", async () => {
  const store = openSqliteStore({ render: RENDER });
  const errors: unknown[] = [];
  const add = store.add.bind(store);
  let failures = 2;
  const { promise: fourBlocks, resolve } = Promise.withResolvers<void>();
  store.add = async (make) => {
    if (failures-- > 0) throw new Error("disk full");
    return add(make);
  };
  const { devnet } = await openQuiet({
    store,
    mode: "interval",
    blockTime: 0.01,
    onError: (error) => errors.push(error),
  });
  devnet.onAnnounced = (announcement) => {
    if (announcement.kind === "block" && announcement.block.height === 4) resolve();
  };
  await fourBlocks;
  await devnet.close();
  const height = (await store.head())?.block.height;
  await new Promise((done) => setTimeout(done, 40));
  expect((await store.head())?.block.height).toBe(height);
  // Once when it begins, and once when it is over, however many blocks failed.
  const [begun, over, ...others] = errors.map(String);
  expect([begun, others]).toEqual(["Error: disk full", []]);
  expect(over).toMatch(/^Over after \d+\.\d s: disk full$/);
});

test("a closed devnet takes nothing more, and closing waits for what was begun", async () => {
  const { devnet, store } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  const block = devnet.produceBlock();
  await devnet.close();
  await devnet.close();
  expect((await store.head())?.block.hash).toBe((await block).block.hash);
  await expect(devnet.produceBlock()).rejects.toThrow("it is closed");
  const sent = submit(devnet, alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  await expect(sent).rejects.toThrow("it is closed");
});
