/** What a transaction's CBOR is made of. */
export type CborValue =
  | string
  | number
  | Uint8Array
  | readonly CborValue[]
  | { readonly [key: string]: CborValue };

/** A member of a map. */
export type CborMember = readonly [key: string, value: CborValue];

const MAJOR = { whole: 0x00, bytes: 0x40, text: 0x60, list: 0x80, map: 0xa0 } as const;
const UTF8 = new TextEncoder();
/** Larger than most transactions, so that most are written without growing. */
const FIRST_SIZE = 512;

/**
 * Writes a map in deterministic CBOR (RFC 8949 §4.2), whose members are in the order of `compareKeys`.
 *
 * It stands beside a general encoder because every transaction is written two or three times on its way into a block:
 * this one knows no types but these, and sorts nothing that is sorted.
 */
export function encodeMap(members: readonly CborMember[]): Uint8Array {
  const writer = new Writer();
  writer.writeMap(members);
  return writer.bytes();
}

/** The order of keys of texts in deterministic CBOR: shorter first, then by bytes. For keys of ASCII alone. */
export function compareKeys(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

class Writer {
  #buffer = new Uint8Array(FIRST_SIZE);
  #length = 0;

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  writeMap(members: readonly CborMember[]): void {
    this.#head(MAJOR.map, members.length);
    for (const [key, value] of members) {
      this.#text(key);
      this.#value(value);
    }
  }

  #value(value: CborValue): void {
    if (typeof value === "string") this.#text(value);
    else if (typeof value === "number") this.#head(MAJOR.whole, value);
    else if (value instanceof Uint8Array) this.#chunk(MAJOR.bytes, value);
    else if (isList(value)) {
      this.#head(MAJOR.list, value.length);
      for (const item of value) this.#value(item);
    } else {
      const members = Object.entries(value);
      this.writeMap(members.toSorted(([left], [right]) => compareKeys(left, right)));
    }
  }

  /** Most texts are short ASCII, which is quicker to copy than to hand to an encoder. */
  #text(text: string): void {
    const start = this.#length;
    this.#head(MAJOR.text, text.length);
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) {
        this.#length = start;
        this.#chunk(MAJOR.text, UTF8.encode(text));
        return;
      }
      this.#buffer[this.#length + index] = code;
    }
    this.#length += text.length;
  }

  #chunk(major: number, bytes: Uint8Array): void {
    this.#head(major, bytes.length);
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The shortest form of a major type with its number, which is a whole one from 0 to 2^53 - 1. */
  #head(major: number, value: number): void {
    this.#reserve(9);
    if (value < 24) {
      this.#buffer[this.#length++] = major | value;
      return;
    }
    const size = [0x100, 0x1_0000, 0x1_0000_0000].findIndex((limit) => value < limit);
    const power = size < 0 ? 3 : size;
    this.#buffer[this.#length++] = major | (24 + power);
    const width = 2 ** power;
    for (let index = width - 1; index >= 0; index--) {
      this.#buffer[this.#length++] = Math.floor(value / 2 ** (8 * index)) % 0x100;
    }
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#buffer.length) return;
    const larger = new Uint8Array((this.#length + size) * 2);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

function isList(value: CborValue): value is readonly CborValue[] {
  return Array.isArray(value);
}
