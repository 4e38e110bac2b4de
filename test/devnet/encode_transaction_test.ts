import { encode, rfc8949EncodeOptions } from "cborg";
import { expect, test } from "vitest";

import {
  decodeSigned,
  decodeTransaction,
  encodeForSigning,
  encodeSigned,
  encodeTransaction,
} from "../../src/devnet/internal.ts";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { parseHex } from "../../src/units/mod.ts";

/** The map that a transfer is written as, its members in no order of their own. */
async function transfer(): Promise<{ bytes: Uint8Array; map: Record<string, unknown> }> {
  const [alice, bob] = await devAccounts("delta", { count: 2 });
  if (!alice || !bob) throw new Error("Two accounts were asked for");
  const draft = { type: "transfer", to: bob.address, value: 12n, nonce: 70_000 } as const;
  const bytes = parseHex((await signTransaction(alice, draft)).signedTx);
  const { publicKey, signature, ...rest } = decodeTransaction(bytes);
  const plain = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === "bigint" ? value.toString() : value,
  ]);
  const keys = { signature: parseHex(signature), publicKey: parseHex(publicKey) };
  return { bytes, map: { ...keys, ...(Object.fromEntries(plain) as object) } };
}

test("a transaction is written with its keys in the order of RFC 8949 §4.2", async () => {
  const { bytes, map } = await transfer();
  expect(Buffer.from(bytes)).toEqual(Buffer.from(encode(map, rfc8949EncodeOptions)));
});

test("what is signed is the same map without the signature", async () => {
  const { bytes, map } = await transfer();
  const { signature, ...unsigned } = decodeTransaction(bytes);
  expect(signature).toMatch(/^0x/);
  delete map["signature"];
  const expected = encode(map, rfc8949EncodeOptions);
  expect(Buffer.from(encodeForSigning(unsigned))).toEqual(Buffer.from(expected));
});

test("bytes that were written stay as they are when more is written", async () => {
  const { bytes } = await transfer();
  const transaction = decodeTransaction(bytes);
  const first = encodeTransaction(transaction);
  encodeTransaction({ ...transaction, nonce: 1 });
  expect(Buffer.from(first)).toEqual(Buffer.from(bytes));
});

test("reading and signing at once give the bytes that are signed and those that are sent", async () => {
  const { bytes } = await transfer();
  const { transaction, message } = decodeSigned(bytes);
  expect(transaction).toEqual(decodeTransaction(bytes));
  const { signature, ...unsigned } = transaction;
  expect(Buffer.from(message)).toEqual(Buffer.from(encodeForSigning(unsigned)));
  const signed = await encodeSigned(unsigned, async (given) => {
    expect(Buffer.from(given)).toEqual(Buffer.from(message));
    return parseHex(signature);
  });
  expect(signed.transaction).toEqual(transaction);
  expect(Buffer.from(signed.bytes)).toEqual(Buffer.from(bytes));
});
