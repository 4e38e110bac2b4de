import { sha256Hex, sha256OfHex } from "../../crypto.ts";

/** A value, at the highest place in the tree where it is alone. */
export interface Leaf {
  /** Hex digits of SHA-256 of the key, which lead from the root to the leaf. */
  readonly path: string;
  /** 64 hex digits, as every hash of the tree. */
  readonly hash: string;
}

/** A branch as the one above it knows it. */
export interface Below {
  readonly path: undefined;
  readonly hash: string;
}

/** Children of a branch, one for each of the sixteen digits. */
export type Branch = (Leaf | Below | undefined)[];

const WIDTH = 16;
const EMPTY: Readonly<Branch> = Array.from({ length: WIDTH }, () => undefined);
const HASH_DIGITS = 64;
const BITMAP_DIGITS = 4;
const ZERO = "0".charCodeAt(0);
const LETTERS = "a".charCodeAt(0);

/** Path of a key's leaf in the tree: the key's hash in hexadecimal digits. */
export function pathOf(key: string): string {
  return sha256Hex(key).slice(2);
}

/** The digit, 0 to 15, by which a branch at `depth` tells paths apart. */
export function digitAt(path: string, depth: number): number {
  const code = path.charCodeAt(depth);
  return code < LETTERS ? code - ZERO : code - LETTERS + 10;
}

export function hashLeaf(key: string, value: string): string {
  return sha256Hex(`\0${key.length}:${key}${value}`).slice(2);
}

export function hashBranch(children: readonly (Pick<Below, "hash"> | undefined)[]): string {
  let bits = 0;
  let hashes = "";
  for (let digit = 0; digit < WIDTH; digit++) {
    const child = children[digit];
    if (!child) continue;
    bits |= bitOf(digit);
    hashes += child.hash;
  }
  return sha256OfHex(`01${formatBits(bits)}${hashes}`);
}

export function emptyBranch(): Branch {
  return EMPTY.slice();
}

/**
 * A branch as a store keeps it, in hex: a bitmap of the children, a bitmap of the leaves among them, and for each child
 * its hash and, of a leaf, its path.
 */
export function formatBranch(branch: Branch): string {
  let children = 0;
  let leaves = 0;
  let text = "";
  for (let digit = 0; digit < WIDTH; digit++) {
    const child = branch[digit];
    if (!child) continue;
    children |= bitOf(digit);
    text += child.hash;
    if (child.path === undefined) continue;
    leaves |= bitOf(digit);
    text += child.path;
  }
  return formatBits(children) + formatBits(leaves) + text;
}

export function parseBranch(text: string): Branch {
  const children = Number.parseInt(text.slice(0, BITMAP_DIGITS), WIDTH);
  const leaves = Number.parseInt(text.slice(BITMAP_DIGITS, 2 * BITMAP_DIGITS), WIDTH);
  const branch = emptyBranch();
  let at = 2 * BITMAP_DIGITS;
  const take = (): string => text.slice(at, (at += HASH_DIGITS));
  for (let digit = 0; digit < WIDTH; digit++) {
    const bit = bitOf(digit);
    if (!(children & bit)) continue;
    const hash = take();
    branch[digit] = leaves & bit ? { hash, path: take() } : { hash, path: undefined };
  }
  return branch;
}

function formatBits(bits: number): string {
  return bits.toString(WIDTH).padStart(BITMAP_DIGITS, "0");
}

/** The highest bit is that of digit 0. */
function bitOf(digit: number): number {
  return 0x8000 >>> digit;
}
