import { encode, rfc8949EncodeOptions } from "cborg";
import { expect, test } from "vitest";

import { type CborValue, compareKeys, encodeMap } from "../../src/devnet/_cbor.ts";

const WHOLE = [0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];
const TEXTS = ["", "a", "x".repeat(23), "x".repeat(24), "é", "日本語", "a😀b", "y".repeat(70_000)];

function expectSame(map: Readonly<Record<string, CborValue>>): void {
  const members = Object.entries(map).toSorted(([left], [right]) => compareKeys(left, right));
  expect(Buffer.from(encodeMap(members))).toEqual(Buffer.from(encode(map, rfc8949EncodeOptions)));
}

test("encodeMap() writes what a general encoder writes by RFC 8949 §4.2", () => {
  for (const whole of WHOLE) expectSame({ whole });
  for (const text of TEXTS) expectSame({ text, after: 1 });
  for (const length of [0, 23, 24, 255, 256, 3_000]) {
    expectSame({
      bytes: new Uint8Array(length).fill(7),
      list: Array.from({ length }, () => "item"),
    });
  }
  expectSame({ outputs: [{ value: "12", to: "ax1" }], b: 1, aa: 2, a: 3, z: { zz: 1, y: [[]] } });
});

test("encodeMap() writes many members in their order", () => {
  const names = Array.from({ length: 30 }, (_, index) => `${"k".repeat((index * 7) % 11)}${index}`);
  expectSame(Object.fromEntries(names.map((name, index) => [name, index])));
});
