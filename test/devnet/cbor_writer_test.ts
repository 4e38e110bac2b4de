import { encode, rfc8949EncodeOptions } from "cborg";
import { expect, test } from "vitest";
import { CborWriter } from "../../src/devnet/_cbor_writer.ts";
import type { CborValue } from "../../src/devnet/_fields.ts";

const WRITER = new CborWriter();

function write(value: CborValue): Buffer {
  WRITER.write(value);
  return Buffer.from(WRITER.take());
}

const INTEGERS = [0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1];
const TEXTS = ["", "a".repeat(23), "a".repeat(24), "é", "aé".repeat(20), "€".repeat(300), "😀"];

test.each<CborValue>([
  ...INTEGERS,
  ...TEXTS,
  "a".repeat(70_000),
  new Uint8Array(),
  Uint8Array.of(1, 2, 255),
  new Uint8Array(1_000).fill(7),
  [],
  [1, ["two", [3]]],
  {},
  { value: "12", to: "dx1", b: 1, a: [{ bb: 1, a: 2 }] },
])("a value is written as another encoder writes it (%#)", (value) => {
  expect(write(value)).toEqual(Buffer.from(encode(value, rfc8949EncodeOptions)));
});
