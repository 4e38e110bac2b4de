import { HASH_BYTES, WIDTH } from "./_node.ts";
import { isPageDepth } from "./_page_depth.ts";

/**
 * A branch as it stands in a page, in this order:
 *
 * - the byte 1, and two bytes with a bit for each child that is there, the highest for digit 0;
 * - the children's hashes, in the order of their digits (up to here it is what the branch's hash is made of);
 * - two bytes with a bit for each child that is a leaf;
 * - the leaves' paths, in the order of their digits;
 * - the children that are branches, in the order of their digits, where none of them begins a page.
 */
export interface PackedBranch {
  readonly bytes: Uint8Array;
  /** Where it begins. */
  readonly start: number;
  readonly depth: number;
  readonly present: number;
  readonly leaves: number;
}

/** Bytes before the hashes. */
export const START_BYTES = 3;
/** Bytes between hashes and paths. */
export const LEAVES_BYTES = 2;

/** Reads where a branch begins. */
export function openPacked(bytes: Uint8Array, start: number, depth: number): PackedBranch {
  const present = readBits(bytes, start + 1);
  const leaves = readBits(bytes, start + START_BYTES + HASH_BYTES * countBits(present));
  return { bytes, start, depth, present, leaves };
}

/** The bit of a digit. */
export function bitOf(digit: number): number {
  return 0x8000 >>> digit;
}

/** How many bits are set among sixteen. */
export function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555);
  count = (count & 0x3333) + ((count >>> 2) & 0x3333);
  count = (count + (count >>> 4)) & 0x0f0f;
  return (count + (count >>> 8)) & 0x1f;
}

/** How many bits are set before that of a digit. */
export function rankOf(bits: number, digit: number): number {
  return countBits(bits >>> (WIDTH - digit));
}

/** The digit of the lowest bit that is set. */
export function lowestDigit(bits: number): number {
  return Math.clz32(bits & -bits) - WIDTH;
}

/** Writes sixteen bits, the highest first. */
export function writeBits(target: Uint8Array, at: number, bits: number): void {
  target[at] = bits >>> 8;
  target[at + 1] = bits & 0xff;
}

/** Where the hash of the child under a digit begins. */
export function hashStart({ start, present }: PackedBranch, digit: number): number {
  return start + START_BYTES + HASH_BYTES * rankOf(present, digit);
}

/** Where the path of the leaf under a digit begins; for digit 16, where the paths end. */
export function pathStart({ start, present, leaves }: PackedBranch, digit: number): number {
  const hashes = START_BYTES + HASH_BYTES * countBits(present);
  return start + hashes + LEAVES_BYTES + HASH_BYTES * rankOf(leaves, digit);
}

/** For each digit where the branch under it begins, and at last where all of it ends. */
export function innerStarts(packed: PackedBranch): number[] {
  const { bytes, depth, present, leaves } = packed;
  const inner = isPageDepth(depth + 1) ? 0 : present & ~leaves;
  const starts = [pathStart(packed, WIDTH)];
  for (let digit = 0; digit < WIDTH; digit++) {
    const at = starts[digit] ?? 0;
    starts.push(inner & bitOf(digit) ? endOfPacked(bytes, at, depth + 1) : at);
  }
  return starts;
}

function endOfPacked(bytes: Uint8Array, start: number, depth: number): number {
  const present = readBits(bytes, start + 1);
  const leavesAt = start + START_BYTES + HASH_BYTES * countBits(present);
  const leaves = readBits(bytes, leavesAt);
  let end = leavesAt + LEAVES_BYTES + HASH_BYTES * countBits(leaves);
  if (isPageDepth(depth + 1)) return end;
  for (let left = countBits(present & ~leaves); left > 0; left--) {
    end = endOfPacked(bytes, end, depth + 1);
  }
  return end;
}

function readBits(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
