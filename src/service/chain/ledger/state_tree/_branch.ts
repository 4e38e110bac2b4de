import { sha256Latin1 } from "../../../crypto.ts";
import {
  type Bytes32,
  HASH_BYTES,
  type Leaf,
  type Node,
  readBytes32,
  WIDTH,
  writeBytes32,
} from "./_node.ts";
import { isPageDepth } from "./_page_depth.ts";
import {
  bitOf,
  countBits,
  hashStart,
  innerStarts,
  LEAVES_BYTES,
  lowestDigit,
  openPacked,
  type PackedBranch,
  pathStart,
  rankOf,
  START_BYTES,
  writeBits,
} from "./_packed_branch.ts";

/** Where a branch is written to be hashed. Nothing in it outlives a call of `seal`. */
const SCRATCH = new Uint8Array(START_BYTES + WIDTH * HASH_BYTES);

/**
 * A branch that is worked on. Children that nobody asked for stay in the bytes they came in and are copied from there:
 * most of a page is never unpacked.
 */
export class Branch {
  readonly depth: number;
  readonly #packed: PackedBranch | undefined;
  /** Children that were asked for or set, by digit. */
  readonly #opened: (Node | undefined)[] = [];
  #openedBits = 0;
  #present = 0;
  #leaves = 0;
  /** Whether there are other children than in the packed bytes: then these are no pattern for what is written. */
  #isReshaped = true;
  #innerStarts: readonly number[] | undefined;
  #hash: Bytes32 = "";

  constructor(depth: number, packed?: PackedBranch) {
    this.depth = depth;
    this.#packed = packed;
    if (!packed) return;
    this.#present = packed.present;
    this.#leaves = packed.leaves;
    this.#isReshaped = false;
  }

  /** The branch that begins a page. */
  static ofPage(bytes: Uint8Array, depth: number): Branch {
    return new Branch(depth, openPacked(bytes, 0, depth));
  }

  /** Its hash as of the last `seal`. */
  get hash(): Bytes32 {
    return this.#hash;
  }

  /** Whether it was there before. */
  get isStored(): boolean {
    return this.#packed !== undefined;
  }

  /** How many children it has. */
  get size(): number {
    return countBits(this.#present);
  }

  /** Tells whether the child under a digit is a branch in a page of its own that was not set yet. */
  isUnread(digit: number): boolean {
    const unopened = this.#present & ~this.#leaves & ~this.#openedBits;
    return (unopened & bitOf(digit)) !== 0 && isPageDepth(this.depth + 1);
  }

  /** Hashes of the children as they were stored, by digit. */
  hashes(): (Bytes32 | undefined)[] {
    const packed = this.#source();
    return Array.from({ length: WIDTH }, (_, digit) =>
      packed.present & bitOf(digit)
        ? readBytes32(packed.bytes, hashStart(packed, digit))
        : undefined,
    );
  }

  /** Tells whether the child under a digit is a branch. */
  hasInner(digit: number): boolean {
    return (this.#present & ~this.#leaves & bitOf(digit)) !== 0;
  }

  /** The child under a digit. One in a page of its own has to be set before. */
  child(digit: number): Node | undefined {
    const bit = bitOf(digit);
    if (!(this.#openedBits & bit) && this.#present & bit) {
      this.#opened[digit] = this.#open(this.#source(), digit);
      this.#openedBits |= bit;
    }
    return this.#opened[digit];
  }

  /** Sets the branch that was read for the child under a digit. */
  setRead(digit: number, branch: Branch): void {
    this.#opened[digit] = branch;
    this.#openedBits |= bitOf(digit);
  }

  /** Gives the leaf under a digit another hash, if a leaf of this path is there as it was stored. */
  changeLeaf(digit: number, leaf: Leaf): boolean {
    const bit = bitOf(digit);
    const packed = this.#packed;
    if (!packed || !(this.#leaves & ~this.#openedBits & bit)) return false;
    const at = pathStart(packed, digit);
    for (let i = 0; i < HASH_BYTES; i++) {
      if (packed.bytes[at + i] !== leaf.path.charCodeAt(i)) return false;
    }
    this.#opened[digit] = leaf;
    this.#openedBits |= bit;
    return true;
  }

  /** Puts a child under a digit, or takes it away. */
  set(digit: number, node: Node | undefined): void {
    const bit = bitOf(digit);
    const isLeaf = node !== undefined && !(node instanceof Branch);
    if (isLeaf || node !== this.#opened[digit]) this.#isReshaped = true;
    this.#opened[digit] = node;
    this.#openedBits |= bit;
    this.#present = node ? this.#present | bit : this.#present & ~bit;
    this.#leaves = isLeaf ? this.#leaves | bit : this.#leaves & ~bit;
  }

  /** The only child, if that is a leaf. */
  onlyLeaf(): Leaf | undefined {
    if (this.#present !== this.#leaves || this.size !== 1) return undefined;
    const node = this.child(lowestDigit(this.#present));
    return node instanceof Branch ? undefined : node;
  }

  /** Works the hash out from those of the children. */
  seal(): void {
    this.#hash = sha256Latin1(SCRATCH.subarray(0, this.#writeHashes(SCRATCH, 0)));
  }

  /** The page that this branch begins; works the hash out as well. */
  toPage(): Uint8Array {
    const bytes = new Uint8Array(this.#length());
    this.#write(bytes, 0);
    this.#hash = sha256Latin1(bytes.subarray(0, START_BYTES + HASH_BYTES * this.size));
    return bytes;
  }

  #open(packed: PackedBranch, digit: number): Node {
    const { bytes } = packed;
    if (this.#leaves & bitOf(digit)) {
      const path = readBytes32(bytes, pathStart(packed, digit));
      return { path, hash: readBytes32(bytes, hashStart(packed, digit)) };
    }
    if (isPageDepth(this.depth + 1)) throw new Error("Cannot open a branch: its page was not read");
    const [from] = this.#innerRange(digit);
    return new Branch(this.depth + 1, openPacked(bytes, from, this.depth + 1));
  }

  #length(): number {
    const heads = START_BYTES + LEAVES_BYTES;
    let length = heads + HASH_BYTES * (this.size + countBits(this.#leaves));
    for (let inner = this.#inner(); inner; inner &= inner - 1) {
      const digit = lowestDigit(inner);
      const node = this.#openedAt(digit);
      const [from, to] = node instanceof Branch ? [0, node.#length()] : this.#innerRange(digit);
      length += to - from;
    }
    return length;
  }

  /** Writes the branch with all that stands in the same page, and returns where that ends. */
  #write(target: Uint8Array, start: number): number {
    let at = this.#writeLeaves(target, this.#writeHashes(target, start));
    const inner = this.#inner();
    for (let digit = 0; digit < WIDTH; digit++) {
      if (!(inner & bitOf(digit))) continue;
      const node = this.#openedAt(digit);
      if (node instanceof Branch) {
        at = node.#write(target, at);
      } else {
        const [from, to] = this.#innerRange(digit);
        target.set(this.#source().bytes.subarray(from, to), at);
        at += to - from;
      }
    }
    return at;
  }

  /** Writes what is hashed. */
  #writeHashes(target: Uint8Array, start: number): number {
    const first = start + START_BYTES;
    const end = first + HASH_BYTES * this.size;
    if (!this.#isReshaped) this.#copy(target, start, this.#source().start, end - start);
    target[start] = 1;
    writeBits(target, start + 1, this.#present);
    const written = this.#isReshaped ? this.#present : this.#present & this.#openedBits;
    for (let left = written; left; left &= left - 1) {
      const digit = lowestDigit(left);
      const at = first + HASH_BYTES * rankOf(this.#present, digit);
      const node = this.#openedAt(digit);
      if (!node) this.#copy(target, at, hashStart(this.#source(), digit), HASH_BYTES);
      else writeBytes32(target, at, node.hash);
    }
    return end;
  }

  #writeLeaves(target: Uint8Array, start: number): number {
    const first = start + LEAVES_BYTES;
    const end = first + HASH_BYTES * countBits(this.#leaves);
    writeBits(target, start, this.#leaves);
    if (!this.#isReshaped) {
      this.#copy(target, first, pathStart(this.#source(), 0), end - first);
      return end;
    }
    for (let left = this.#leaves; left; left &= left - 1) {
      const digit = lowestDigit(left);
      const at = first + HASH_BYTES * rankOf(this.#leaves, digit);
      const node = this.#openedAt(digit);
      if (node && !(node instanceof Branch)) writeBytes32(target, at, node.path);
      else this.#copy(target, at, pathStart(this.#source(), digit), HASH_BYTES);
    }
    return end;
  }

  /** Bits of the children that are branches in the same page. */
  #inner(): number {
    return isPageDepth(this.depth + 1) ? 0 : this.#present & ~this.#leaves;
  }

  #openedAt(digit: number): Node | undefined {
    return this.#openedBits & bitOf(digit) ? this.#opened[digit] : undefined;
  }

  #innerRange(digit: number): [from: number, to: number] {
    this.#innerStarts ??= innerStarts(this.#source());
    return [this.#innerStarts[digit] ?? 0, this.#innerStarts[digit + 1] ?? 0];
  }

  #source(): PackedBranch {
    if (!this.#packed) throw new Error("Cannot copy a child of a new branch: there is none");
    return this.#packed;
  }

  #copy(target: Uint8Array, at: number, from: number, length: number): void {
    target.set(this.#source().bytes.subarray(from, from + length), at);
  }
}
