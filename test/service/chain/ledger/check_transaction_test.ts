import { expect, test } from "vitest";

import {
  addressOfDigest,
  decodeTransaction,
  encodeTransaction,
  GAS_PRICE_FLOOR,
} from "../../../../src/devnet/internal.ts";
import { devAccounts, feeOf } from "../../../../src/devnet/mod.ts";
import { sha256 } from "../../../../src/service/crypto.ts";
import {
  checkSignature,
  checkTransaction,
  isRefusal,
  type PreparedTransaction,
  readTransaction,
} from "../../../../src/service/chain/ledger/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { devPair, sign, TestChain } from "./_fixtures.ts";

const NOTHING_PENDING = { nextNonce: () => 0, isSpent: () => false };

function change(raw: Uint8Array, fields: object): Uint8Array {
  return encodeTransaction({ ...decodeTransaction(raw), ...fields });
}

async function deltaTransfer(fields: object = {}): Promise<PreparedTransaction> {
  const { alice, bob } = await devPair("delta");
  return sign(alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0, ...fields });
}

async function alphaTransfer(surplus: bigint, nonce = 0): Promise<PreparedTransaction> {
  const { alice, bob } = await devPair("alpha");
  const [record] = alice.records;
  if (!record) throw new Error("Genesis gives records");
  const serialNumbers = [record.serialNumber];
  const draft = {
    type: "transfer",
    serialNumbers,
    outputs: [{ to: bob.address, value: 1n }],
  } as const;
  const value = record.value - feeOf("alpha", draft) - surplus;
  return sign(alice, { ...draft, outputs: [{ to: bob.address, value }], nonce });
}

test("readTransaction() and checkSignature() take a transaction that is right", async () => {
  const { raw, hash } = await deltaTransfer();
  const transaction = readTransaction(raw, "delta");
  expect(transaction).toMatchObject({ hash, body: { value: 5n } });
  if (!isRefusal(transaction)) expect(await checkSignature(transaction)).toBeUndefined();
});

test("readTransaction() rejects a transaction that no state admits, and says why", async () => {
  const { raw } = await deltaTransfer();
  const { bob } = await devPair("delta");
  const { raw: cheap } = await deltaTransfer({ gasPrice: GAS_PRICE_FLOOR - 1n });
  const { raw: short } = await deltaTransfer({ gasLimit: 20_999n });
  const cases: [Uint8Array, "delta" | "delta-testnet" | "alpha", string][] = [
    [Uint8Array.of(1, 2, 3), "delta", "Cannot decode transaction"],
    [raw, "delta-testnet", "The transaction is for delta mainnet, this is delta testnet"],
    [raw, "alpha", "this is alpha mainnet"],
    [change(raw, { from: bob.address }), "delta", "is not the address of the public key"],
    [cheap, "delta", `Gas price 999999999 is below the floor of ${GAS_PRICE_FLOOR}`],
    [short, "delta", "Gas limit 20999 is below the required 21000"],
  ];
  for (const [bytes, segment, reason] of cases) {
    const refusal = readTransaction(bytes, segment);
    expect(isRefusal(refusal) && refusal.code).toBe("TransactionRejected");
    expect(isRefusal(refusal) && refusal.reason).toContain(reason);
  }
});

test("readTransaction() refuses another sender of a key that it has read before", async () => {
  const { raw } = await deltaTransfer();
  const { bob } = await devPair("delta");
  expect(isRefusal(readTransaction(raw, "delta"))).toBe(false);
  const refusal = readTransaction(change(raw, { from: bob.address }), "delta");
  expect(isRefusal(refusal) && refusal.reason).toContain("is not the address of the public key");
  expect(isRefusal(readTransaction(raw, "delta"))).toBe(false);
});

test("checkSignature() rejects what the key did not sign, and says why", async () => {
  const { raw } = await deltaTransfer();
  for (const fields of [{ value: 6n }, { signature: `0x${"00".repeat(64)}` }]) {
    const transaction = readTransaction(change(raw, fields), "delta");
    const refusal = isRefusal(transaction) ? transaction : await checkSignature(transaction);
    expect(refusal?.code).toBe("TransactionRejected");
    expect(refusal?.reason).toContain("The signature does not match the transaction and the key");
  }
});

test("checkSignature() rejects a key that is no point of the curve", async () => {
  const { raw } = await deltaTransfer();
  const publicKey = `0x${"ff".repeat(32)}`;
  const from = addressOfDigest("delta", sha256(parseHex(publicKey)));
  const transaction = readTransaction(change(raw, { publicKey, from }), "delta");
  expect(!isRefusal(transaction) && (await checkSignature(transaction))?.reason).toContain(
    "The signature does not match the transaction and the key",
  );
});

test("checkTransaction() tells nonces that are used from nonces that leave a gap", async () => {
  const { state } = await TestChain.open("delta");
  const pending = { nextNonce: () => 2, isSpent: () => false };
  const codes = await Promise.all(
    [1, 2, 3].map(
      async (nonce) => checkTransaction(await deltaTransfer({ nonce }), state, pending)?.code,
    ),
  );
  expect(codes).toEqual(["NonceTooLow", undefined, "NonceTooHigh"]);
});

test("checkTransaction() compares the whole cost, gas limit included, with the balance", async () => {
  const chain = await TestChain.open("delta");
  const { alice } = await devPair("delta");
  const { balance } = chain.account(alice.address);
  const most = balance - 30_000n * GAS_PRICE_FLOOR;
  const fits = await deltaTransfer({ value: most, gasLimit: 30_000n });
  const over = await deltaTransfer({ value: most + 1n, gasLimit: 30_000n });
  expect(checkTransaction(fits, chain.state, NOTHING_PENDING)).toBeUndefined();
  expect(checkTransaction(over, chain.state, NOTHING_PENDING)?.code).toBe("InsufficientFunds");
});

test("checkTransaction() gives an account that was never seen a balance of nothing", async () => {
  const { state } = await TestChain.open("delta");
  const stranger = (await devAccounts("delta", { seed: 9 }))[0];
  if (!stranger) throw new Error("Accounts were asked for");
  const transfer = await sign(stranger, {
    type: "transfer",
    to: stranger.address,
    value: 0n,
    nonce: 0,
  });
  expect(checkTransaction(transfer, state, NOTHING_PENDING)?.code).toBe("InsufficientFunds");
});

test("checkTransaction() wants records and fee of alpha to add up exactly", async () => {
  const { state } = await TestChain.open("alpha");
  const codes = await Promise.all(
    [0n, -1n, 1n].map(
      async (surplus) =>
        checkTransaction(await alphaTransfer(surplus), state, NOTHING_PENDING)?.code,
    ),
  );
  expect(codes).toEqual([undefined, "InsufficientFunds", "TransactionRejected"]);
});

test("checkTransaction() rejects records that are unknown, another's, spent or about to be", async () => {
  const chain = await TestChain.open("alpha");
  const { alice, bob } = await devPair("alpha");
  const outputs = [{ to: alice.address, value: 1n }];
  const unknown = await sign(alice, {
    type: "transfer",
    serialNumbers: [`0x${"ab".repeat(32)}`],
    outputs,
    nonce: 0,
  });
  const serialNumbers = bob.records.map(({ serialNumber }) => serialNumber);
  const stolen = await sign(alice, { type: "transfer", serialNumbers, outputs, nonce: 0 });
  const good = await alphaTransfer(0n);
  const claimed = { nextNonce: () => 0, isSpent: () => true };
  const refusals = [
    checkTransaction(unknown, chain.state, NOTHING_PENDING),
    checkTransaction(stolen, chain.state, NOTHING_PENDING),
    checkTransaction(good, chain.state, claimed),
  ];
  chain.produce(good);
  refusals.push(
    checkTransaction(await alphaTransfer(0n, 1), chain.state, { ...claimed, nextNonce: () => 1 }),
  );
  expect(refusals.map((refusal) => refusal?.code)).toEqual(Array(4).fill("TransactionRejected"));
  const reasons = [
    "belongs to no record",
    `belongs to ${bob.address}`,
    "by a pending",
    "in block 1",
  ];
  reasons.forEach((reason, position) => expect(refusals[position]?.reason).toContain(reason));
});
