/** A value of a transaction's CBOR. */
export type CborValue =
  | string
  | number
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<string, CborValue>;

/** First bytes of each major type (RFC 8949 §3.1); the lower five bits hold the length or what follows it. */
const UNSIGNED = 0x00;
const BYTES = 0x40;
const TEXT = 0x60;
const LIST = 0x80;
const MAP = 0xa0;

/** Most bytes of a head: its first byte and a 64-bit length. */
const HEAD_BYTES = 9;
/** Most bytes of UTF-8 that a UTF-16 unit takes. */
const UNIT_BYTES = 3;
const ASCII_END = 0x80;
const TWO_POW_32 = 2 ** 32;
const UTF8 = new TextEncoder();

/** Buffer of every call; it stays, since most transactions fit. */
let scratch = new Uint8Array(1_024);

/**
 * Encodes values one after the other in deterministic CBOR (RFC 8949 §4.2): shortest lengths, keys of maps sorted by
 * length and then by bytes. Numbers are integers from 0 to 2^53 - 1, strings have no lone surrogates.
 *
 * Every submitted transaction is encoded again to compare its bytes. cborg's `encode` takes several times as long, more
 * than a twentieth of what a transaction costs the service.
 */
export function encodeCbor(values: readonly CborValue[]): Uint8Array {
  const writer = new Writer(scratch);
  for (const value of values) writer.write(value);
  scratch = writer.bytes;
  return scratch.slice(0, writer.length);
}

/** Order of two ASCII keys of a map in deterministic CBOR. */
export function compareKeys(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}

class Writer {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  write(value: CborValue): void {
    if (typeof value === "string") this.#writeText(value);
    else if (typeof value === "number") this.#writeHead(UNSIGNED, value);
    else if (value instanceof Uint8Array) this.#writeBytes(value);
    else if (value instanceof Map) this.#writeMap(value as ReadonlyMap<string, CborValue>);
    else this.#writeList(value as readonly CborValue[]);
  }

  #writeText(text: string): void {
    const { length } = text;
    this.#reserve(length * UNIT_BYTES);
    const start = this.length;
    this.#writeHead(TEXT, length);
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= ASCII_END) {
        this.length = start;
        return this.#writeUtf8(text);
      }
      this.bytes[this.length++] = unit;
    }
  }

  #writeUtf8(text: string): void {
    const encoded = UTF8.encode(text);
    this.#writeHead(TEXT, encoded.length);
    this.#append(encoded);
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#writeHead(BYTES, bytes.length);
    this.#append(bytes);
  }

  #writeList(list: readonly CborValue[]): void {
    this.#writeHead(LIST, list.length);
    for (const item of list) this.write(item);
  }

  #writeMap(map: ReadonlyMap<string, CborValue>): void {
    this.#writeHead(MAP, map.size);
    for (const [key, value] of [...map].toSorted(([left], [right]) => compareKeys(left, right))) {
      this.write(key);
      this.write(value);
    }
  }

  #writeHead(major: number, value: number): void {
    this.#reserve(0);
    if (value < 24) this.bytes[this.length++] = major | value;
    else if (value < 0x100) this.#writeNumber(major | 24, value, 1);
    else if (value < 0x10000) this.#writeNumber(major | 25, value, 2);
    else if (value < TWO_POW_32) this.#writeNumber(major | 26, value, 4);
    else this.#writeNumber(major | 27, value, 8);
  }

  #writeNumber(first: number, value: number, bytes: number): void {
    this.bytes[this.length++] = first;
    for (let left = bytes - 1; left >= 0; left--) {
      this.bytes[this.length++] = Math.floor(value / 2 ** (8 * left)) & 0xff;
    }
  }

  #append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Makes room for a head and so many bytes after it. */
  #reserve(count: number): void {
    const needed = this.length + HEAD_BYTES + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(2 * needed);
    grown.set(this.bytes);
    this.bytes = grown;
  }
}
