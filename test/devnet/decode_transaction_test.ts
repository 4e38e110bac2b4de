import { encode, rfc8949EncodeOptions } from "cborg";
import { expect, test } from "vitest";

import {
  decodeTransaction,
  devAccounts,
  encodeTransaction,
  signTransaction,
} from "../../src/devnet/mod.ts";
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
  for (const fields of [await deltaFields(), await alphaFields()]) {
    const bytes = write(fields);
    expect(encodeTransaction(decodeTransaction(bytes))).toEqual(bytes);
  }
});

test("decodeTransaction() refuses every field that is missing", async () => {
  for (const fields of [await deltaFields(), await alphaFields()]) {
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...rest } = fields;
      expect(() => decodeTransaction(write(rest)), name).toThrow(SyntaxError);
    }
  }
});

test("decodeTransaction() refuses a field that it does not know", async () => {
  const bytes = write({ ...(await deltaFields()), memo: "hi" });
  expect(() => decodeTransaction(bytes)).toThrow(
    'Cannot read transaction: field "memo" is unknown',
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

test("decodeTransaction() refuses records of alpha that are none, too many or twice the same", async () => {
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

test("decodeTransaction() refuses bytes that say the same in another way", async () => {
  const good = await deltaFields();
  const unsorted = encode(good, { mapSorter: () => 0 });
  expect(() => decodeTransaction(unsorted)).toThrow("not the deterministic one");
  const bytes = write(good);
  const longNonce = Buffer.from(bytes).toString("latin1").replace("nonce\x03", "nonce\x18\x03");
  expect(() => decodeTransaction(Buffer.from(longNonce, "latin1"))).toThrow(SyntaxError);
  expect(() => decodeTransaction(Uint8Array.of(...bytes, 0))).toThrow(SyntaxError);
  expect(() => decodeTransaction(bytes.subarray(0, -1))).toThrow(SyntaxError);
});

test("decodeTransaction() refuses what is no map, too long or nested too deep", () => {
  expect(() => decodeTransaction(new Uint8Array())).toThrow("it is no CBOR");
  expect(() => decodeTransaction(encode([1]))).toThrow("it must be a CBOR map");
  expect(() => decodeTransaction(new Uint8Array(65_537))).toThrow("at most 65536 bytes");
  expect(() => decodeTransaction(new Uint8Array(60_000).fill(0x81))).toThrow(SyntaxError);
});
