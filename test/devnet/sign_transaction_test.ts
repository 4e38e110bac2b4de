import { createHash, verify } from "node:crypto";

import { decode } from "cborg";
import { expect, test } from "vitest";

import {
  decodeTransaction,
  encodeForSigning,
  GAS_PRICE_FLOOR,
  gasNeeded,
} from "../../src/devnet/internal.ts";
import { devAccounts, feeOf, signTransaction } from "../../src/devnet/mod.ts";
import { parseHex } from "../../src/units/mod.ts";

async function pair() {
  const [alice, bob] = await devAccounts("delta", { count: 2 });
  if (!alice || !bob) throw new Error("Two accounts were asked for");
  return { alice, bob };
}

test("signTransaction() writes a flat CBOR map with sorted keys and decimal amounts", async () => {
  const { alice, bob } = await pair();
  const { signedTx } = await signTransaction(alice, {
    type: "transfer",
    to: bob.address,
    value: 12n,
    nonce: 3,
    gasPrice: 2_000_000_000n,
    gasLimit: 30_000n,
  });
  const map = decode(parseHex(signedTx)) as Record<string, unknown>;
  expect(Object.keys(map).join(" ")).toBe(
    "to from type chain nonce value network gasLimit gasPrice publicKey signature",
  );
  const { signature, publicKey, ...rest } = map;
  expect(signature).toHaveLength(64);
  expect(publicKey).toHaveLength(32);
  expect(rest).toEqual({
    chain: "delta",
    network: "mainnet",
    type: "transfer",
    from: alice.address,
    to: bob.address,
    value: "12",
    nonce: 3,
    gasPrice: "2000000000",
    gasLimit: "30000",
  });
});

test("signTransaction() signs with Ed25519 and names the transaction by its SHA-256", async () => {
  const { alice, bob } = await pair();
  const { signedTx, txHash } = await signTransaction(alice, {
    type: "transfer",
    to: bob.address,
    value: 1n,
    nonce: 0,
  });
  const bytes = parseHex(signedTx);
  expect(txHash).toBe(`0x${createHash("sha256").update(bytes).digest("hex")}`);
  const body = decodeTransaction(bytes);
  const spki = Buffer.concat([
    Buffer.from("302a300506032b6570032100", "hex"),
    parseHex(body.publicKey),
  ]);
  const key = { key: spki, format: "der", type: "spki" } as const;
  expect(verify(null, encodeForSigning(body), key, parseHex(body.signature))).toBe(true);
});

test("signTransaction() fills in the lowest gas price and the gas that is needed", async () => {
  const { alice, bob } = await pair();
  const draft = { type: "transfer", to: bob.address, value: 1n, nonce: 0 } as const;
  const body = decodeTransaction(parseHex((await signTransaction(alice, draft)).signedTx));
  expect(body.gasPrice).toBe(GAS_PRICE_FLOOR);
  expect(body.gasLimit).toBe(gasNeeded("delta", draft));
  expect(feeOf("delta", draft)).toBe(body.gasPrice * body.gasLimit);
});

test("signTransaction() signs alpha transfers of records", async () => {
  const [alice, bob] = await devAccounts("alpha", { network: "testnet" });
  const record = alice?.records[0];
  if (!alice || !bob || !record) throw new Error("Accounts and records were asked for");
  const serialNumbers = [record.serialNumber];
  const outputs = [{ to: bob.address, value: 7n }];
  const draft = { type: "transfer", serialNumbers, outputs, nonce: 0 } as const;
  const body = decodeTransaction(parseHex((await signTransaction(alice, draft)).signedTx));
  expect(body).toMatchObject({ chain: "alpha", network: "testnet", serialNumbers, outputs });
});

test("signTransaction() says which field is wrong and what is allowed", async () => {
  const { alice, bob } = await pair();
  const good = { type: "transfer", to: bob.address, value: 1n, nonce: 0 } as const;
  const cases: [object, typeof TypeError | typeof RangeError, string][] = [
    [{ value: -1n }, RangeError, "value must be an amount from 0 to 2^128 - 1, got -1n"],
    [{ value: 2n ** 128n }, RangeError, "value must be an amount"],
    [{ value: 5 }, TypeError, "value must be an amount from 0 to 2^128 - 1, got 5: write 5n"],
    [{ nonce: 0n }, TypeError, "nonce must be a whole number from 0 to 2^53 - 1, got 0n: write 0"],
    [{ nonce: -1 }, RangeError, "nonce must be a whole number"],
    [{ nonce: 1.5 }, RangeError, "nonce must be a whole number"],
    [
      { nonce: undefined },
      TypeError,
      "nonce must be a whole number from 0 to 2^53 - 1, got nothing",
    ],
    [{ to: "ax1qqq" }, RangeError, "to must be an address of delta (dx1…)"],
    [{ memo: "x" }, TypeError, "there is no field memo, there are"],
    [{ gaslimit: 1n }, TypeError, "Did you mean gasLimit?"],
    [{ type: "mint" }, TypeError, 'delta has no type "mint"'],
    [{ gasPrice: "1" }, TypeError, "gasPrice must be an amount"],
  ];
  for (const [change, kind, message] of cases) {
    const broken = { ...good, ...change } as typeof good;
    const error: unknown = await signTransaction(alice, broken).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(kind);
    expect(String(error)).toContain(message);
  }
});

test("signTransaction() never shows a private key in an error", async () => {
  const { alice } = await pair();
  const broken = { ...alice, privateKey: `${alice.privateKey}ff` };
  const draft = { type: "transfer", to: alice.address, value: 1n, nonce: 0 } as const;
  const error: unknown = await signTransaction(broken, draft).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).not.toContain(alice.privateKey.slice(2));
});

test("gasNeeded() tells the gas of every type of delta", async () => {
  const { alice, bob } = await pair();
  const to = bob.address;
  const texts = { title: "Title", description: "Words" };
  expect(gasNeeded("delta", { type: "transfer", to, value: 1n })).toBe(21_000n);
  expect(
    gasNeeded("delta", { type: "token_transfer", contract: alice.address, to, value: 1n }),
  ).toBe(45_000n);
  expect(gasNeeded("delta", { type: "delegate", validator: to, value: 1n })).toBe(60_000n);
  expect(gasNeeded("delta", { type: "undelegate", value: 1n })).toBe(70_000n);
  expect(gasNeeded("delta", { type: "claim_rewards" })).toBe(50_000n);
  expect(gasNeeded("delta", { type: "propose", ...texts })).toBe(100_500n);
  expect(gasNeeded("delta", { type: "vote", proposal: 1, choice: "for" })).toBe(40_000n);
});
