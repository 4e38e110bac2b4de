import { encode, rfc8949EncodeOptions } from "cborg";
import { expect, test } from "vitest";

import { decodeTransaction, encodeTransaction } from "../../src/devnet/internal.ts";
import { devAccounts, signTransaction, type TransactionOf } from "../../src/devnet/mod.ts";
import { parseHex } from "../../src/units/mod.ts";

type Fields = Record<string, unknown>;

async function deltaFields(): Promise<Fields> {
  const [alice, bob] = await devAccounts("delta", { count: 2 });
  if (!alice || !bob) throw new Error("Two accounts were asked for");
  const draft = { type: "transfer", to: bob.address, value: 12n, nonce: 3 } as const;
  const body = decodeTransaction(parseHex((await signTransaction(alice, draft)).signedTx));
  return toFields(body);
}

async function alphaFields(): Promise<Fields> {
  const [alice, bob] = await devAccounts("alpha", { count: 2 });
  if (!alice || !bob) throw new Error("Two accounts were asked for");
  const serialNumbers = alice.records.map(({ serialNumber }) => serialNumber);
  const outputs = [{ to: bob.address, value: 12n }];
  const draft = { type: "transfer", serialNumbers, outputs, nonce: 0 } as const;
  const body = decodeTransaction(parseHex((await signTransaction(alice, draft)).signedTx));
  const fields = toFields(body);
  fields["serialNumbers"] = serialNumbers.map(parseHex);
  fields["outputs"] = [{ to: bob.address, value: "12" }];
  return fields;
}

const TEXTS = { title: "Ünï 日本 😀", description: "" };

/** One transaction of each other type of delta. */
async function otherKinds(): Promise<Fields[]> {
  const [alice, bob] = await devAccounts("delta", { count: 2 });
  if (!alice || !bob) throw new Error("Two accounts were asked for");
  const drafts: TransactionOf["delta"][] = [
    { type: "token_transfer", contract: bob.address, to: alice.address, value: 0n, nonce: 0 },
    { type: "delegate", validator: bob.address, value: 1n, nonce: 1 },
    { type: "undelegate", value: 1n, nonce: 2 },
    { type: "claim_rewards", nonce: 3 },
    { type: "propose", ...TEXTS, nonce: 4 },
    { type: "vote", proposal: 9_007_199_254_740_991, choice: "abstain", nonce: 5 },
  ];
  return Promise.all(
    drafts.map(async (draft) => {
      const body = decodeTransaction(parseHex((await signTransaction(alice, draft)).signedTx));
      expect(body).toMatchObject(draft);
      return toFields(body);
    }),
  );
}

function toFields(body: object): Fields {
  const entries = Object.entries(body).map(([name, value]) => {
    if (name === "publicKey" || name === "signature") return [name, parseHex(String(value))];
    return [name, typeof value === "bigint" ? String(value) : (value as unknown)];
  });
  return Object.fromEntries(entries) as Fields;
}

function write(fields: Fields): Uint8Array {
  return encode(fields, rfc8949EncodeOptions);
}

test("decodeTransaction() gives back what encodeTransaction() wrote", async () => {
  for (const fields of [await deltaFields(), await alphaFields(), ...(await otherKinds())]) {
    const bytes = write(fields);
    expect(encodeTransaction(decodeTransaction(bytes))).toEqual(bytes);
  }
});

test("decodeTransaction() refuses every field that is missing", async () => {
  for (const fields of [await deltaFields(), await alphaFields(), ...(await otherKinds())]) {
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...rest } = fields;
      expect(() => decodeTransaction(write(rest)), name).toThrow(SyntaxError);
    }
  }
});

test("decodeTransaction() refuses a field that it does not know", async () => {
  const bytes = write({ ...(await deltaFields()), memo: "hi" });
  expect(() => decodeTransaction(bytes)).toThrow(
    'Cannot decode transaction: field "memo" is unknown',
  );
});

test("decodeTransaction() refuses values of delta that no field allows", async () => {
  const good = await deltaFields();
  const [stranger] = await devAccounts("alpha", { count: 1 });
  const cases: [string, unknown][] = [
    ["value", "-1"],
    ["value", "01"],
    ["value", "+1"],
    ["value", "1.0"],
    ["value", ""],
    ["value", 1],
    ["value", "9".repeat(40)],
    ["nonce", -1],
    ["nonce", 2 ** 53],
    ["nonce", 1.5],
    ["nonce", "1"],
    ["to", stranger?.address],
    ["to", String(good["to"]).toUpperCase()],
    ["to", `${String(good["to"]).slice(0, -1)}x`],
    ["network", "devnet"],
    ["chain", "beta"],
    ["type", "mint"],
    ["type", "__proto__"],
    ["publicKey", new Uint8Array(31)],
    ["publicKey", "0x00"],
    ["signature", new Uint8Array(65)],
    ["gasPrice", null],
  ];
  for (const [name, value] of cases) {
    const bytes = write({ ...good, [name]: value });
    expect(() => decodeTransaction(bytes), `${name} = ${String(value)}`).toThrow(SyntaxError);
    expect(() => decodeTransaction(bytes), `${name} = ${String(value)}`).toThrow(name);
  }
});

test("decodeTransaction() refuses no, too many or repeated records of alpha", async () => {
  const good = await alphaFields();
  const serial = new Uint8Array(32);
  const output = (good["outputs"] as unknown[])[0];
  const cases: [string, unknown][] = [
    ["serialNumbers", []],
    ["serialNumbers", [serial, serial]],
    ["serialNumbers", Array.from({ length: 101 }, (_, index) => serial.with(0, index))],
    ["serialNumbers", [new Uint8Array(31)]],
    ["outputs", []],
    ["outputs", Array.from({ length: 101 }, () => output)],
    ["outputs", [{ ...(output as object), value: "0" }]],
    ["outputs", [{ ...(output as object), memo: "" }]],
    ["outputs", [{ value: "1" }]],
    ["outputs", [null]],
  ];
  for (const [name, value] of cases) {
    const bytes = write({ ...good, [name]: value });
    expect(() => decodeTransaction(bytes)).toThrow(SyntaxError);
    expect(() => decodeTransaction(bytes)).toThrow(`${name} must be`);
  }
});

test("decodeTransaction() refuses non-canonical encodings", async () => {
  const good = await deltaFields();
  const turned = Object.fromEntries(Object.entries(good).toReversed());
  const unsorted = encode(turned, { mapSorter: () => 0 });
  expect(() => decodeTransaction(unsorted)).toThrow("its encoding is not deterministic");
  const bytes = write(good);
  const longNonce = Buffer.from(bytes).toString("latin1").replace("nonce\x03", "nonce\x18\x03");
  expect(() => decodeTransaction(Buffer.from(longNonce, "latin1"))).toThrow(SyntaxError);
  expect(() => decodeTransaction(Uint8Array.of(...bytes, 0))).toThrow(SyntaxError);
  expect(() => decodeTransaction(bytes.subarray(0, -1))).toThrow(SyntaxError);
});

test("decodeTransaction() refuses bytes that are not a map, too long or nested too deep", () => {
  expect(() => decodeTransaction(new Uint8Array())).toThrow("it is not valid CBOR");
  expect(() => decodeTransaction(encode([1]))).toThrow("it must be a CBOR map");
  expect(() => decodeTransaction(new Uint8Array(65_537))).toThrow("at most 65536 bytes");
  expect(() => decodeTransaction(new Uint8Array(60_000).fill(0x81))).toThrow(SyntaxError);
});

test("decodeTransaction() refuses what a kind of delta does not take", async () => {
  const kinds = new Map((await otherKinds()).map((fields) => [fields["type"], fields]));
  const cases: [type: string, name: string, value: unknown][] = [
    ["token_transfer", "contract", "dx1"],
    ["delegate", "value", "0"],
    ["undelegate", "value", "0"],
    ["claim_rewards", "value", "1"],
    ["propose", "title", ""],
    ["propose", "title", "x".repeat(121)],
    ["propose", "description", "x".repeat(4_001)],
    ["propose", "description", 5],
    ["vote", "choice", "maybe"],
    ["vote", "proposal", -1],
    ["vote", "proposal", "1"],
  ];
  for (const [type, name, value] of cases) {
    const bytes = write({ ...kinds.get(type), [name]: value });
    expect(() => decodeTransaction(bytes), `${type} ${name}`).toThrow(SyntaxError);
  }
});

test("encodeTransaction() refuses half a surrogate pair, which UTF-8 cannot hold", async () => {
  const [alice] = await devAccounts("delta", { count: 1 });
  if (!alice) throw new Error("An account was asked for");
  const draft = { type: "propose", title: "a\ud800", description: "", nonce: 0 } as const;
  await expect(signTransaction(alice, draft)).rejects.toThrow("a string of 1 to 120 characters");
});
