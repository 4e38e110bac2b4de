import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { merkleRoot } from "../../../../src/service/chain/ledger/mod.ts";

function hash(...parts: Uint8Array[]): Buffer {
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}

const leaf = (item: Uint8Array): Buffer => hash(Buffer.of(0), item);
const node = (left: Uint8Array, right: Uint8Array): Buffer => hash(Buffer.of(1), left, right);
const items = [1, 2, 3, 4, 5].map((byte) => Uint8Array.of(byte));
const [a, b, c, d, e] = items.map(leaf) as [Buffer, Buffer, Buffer, Buffer, Buffer];

test("merkleRoot() splits at the largest power of two", () => {
  const roots = [1, 2, 3, 5].map((length) => merkleRoot(items.slice(0, length)));
  const four = node(node(a, b), node(c, d));
  const expected = [a, node(a, b), node(node(a, b), c), node(four, e)];
  expect(roots).toEqual(expected.map((root) => `0x${root.toString("hex")}`));
});

test("merkleRoot() takes a string for its UTF-8", () => {
  const texts = ["ä", "b"];
  expect(merkleRoot(texts)).toBe(merkleRoot(texts.map((text) => Buffer.from(text))));
});

test("merkleRoot() of an empty list is the hash of no bytes", () => {
  expect(merkleRoot([])).toBe("0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("merkleRoot() distinguishes inner nodes from leaves", () => {
  const inner = Buffer.concat([a, b]);
  expect(merkleRoot([inner])).not.toBe(merkleRoot(items.slice(0, 2)));
});
