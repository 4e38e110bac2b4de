import { formatHex, type Hex } from "../../../../units/mod.ts";
import { sha256Latin1 } from "../../../crypto.ts";
import type { Branch } from "./_branch.ts";

/**
 * Thirty-two bytes as a text of 32 characters, one for each byte: hashes come quickest that way, and texts compare and
 * sort by themselves.
 */
export type Bytes32 = string;

/** A value of the state, where it stands in the tree. */
export interface Leaf {
  /** SHA-256 of the key: its digits lead from the root to the leaf. */
  readonly path: Bytes32;
  readonly hash: Bytes32;
}

/** What a branch has below a digit. */
export type Node = Leaf | Branch;

/** A leaf that is to be, or, without a hash, to go. */
export interface LeafChange {
  readonly path: Bytes32;
  readonly hash: Bytes32 | undefined;
}

/** Children of a branch: one for each hex digit. */
export const WIDTH = 16;

/** Bytes of a hash and of a path. */
export const HASH_BYTES = 32;

/** Where the value of a key stands: SHA-256 of the key. */
export function pathOf(key: string): Bytes32 {
  return sha256Latin1(key);
}

/** SHA-256 over the byte 0, the length of the key in decimal, a colon, the key and the value. */
export function hashLeaf(key: string, value: string): Bytes32 {
  return sha256Latin1(`\0${key.length}:${key}${value}`);
}

/** Hash of a branch by those of its children, by digit. */
export function hashBranch(children: readonly (Bytes32 | undefined)[]): Bytes32 {
  const hashes = children.filter((hash) => hash !== undefined);
  const bits = children.reduce((sum, hash, digit) => (hash ? sum | (0x8000 >>> digit) : sum), 0);
  const bytes = new Uint8Array(3 + HASH_BYTES * hashes.length);
  bytes.set([1, bits >>> 8, bits & 0xff]);
  hashes.forEach((hash, index) => writeBytes32(bytes, 3 + HASH_BYTES * index, hash));
  return sha256Latin1(bytes);
}

/** The digit of a path that a branch at `depth` goes by, from 0 to 15. */
export function digitAt(path: Bytes32, depth: number): number {
  const byte = path.charCodeAt(depth >>> 1);
  return depth & 1 ? byte & 0xf : byte >>> 4;
}

/** Reads 32 bytes as text. */
export function readBytes32(bytes: Uint8Array, at: number): Bytes32 {
  return String.fromCharCode(...bytes.subarray(at, at + HASH_BYTES));
}

/** Writes 32 bytes from text. */
export function writeBytes32(bytes: Uint8Array, at: number, text: Bytes32): void {
  for (let i = 0; i < HASH_BYTES; i++) bytes[at + i] = text.charCodeAt(i);
}

/** The form that the rest of the ledger gives hashes. */
export function toHex(text: Bytes32): Hex {
  const bytes = new Uint8Array(HASH_BYTES);
  writeBytes32(bytes, 0, text);
  return formatHex(bytes);
}
