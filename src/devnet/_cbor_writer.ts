import type { CborValue } from "./_fields.ts";

/** Major types of CBOR, in the upper three bits of a head. */
const INTEGER = 0x00;
const BYTES = 0x40;
const TEXT = 0x60;
const LIST = 0x80;
const MAP = 0xa0;

/** Bytes of most transactions, and of the longest head. */
const USUAL_SIZE = 512;
const HEAD_SIZE = 9;

const UTF8 = new TextEncoder();

/** Writes deterministic CBOR (RFC 8949 §4.2): shortest heads, definite lengths, keys sorted by length and then by bytes. */
export class CborWriter {
  #bytes = new Uint8Array(USUAL_SIZE);
  #at = 0;

  /** Writes one value. Integers are from 0 to 2^53 - 1, and the keys of maps are ASCII. */
  write(value: CborValue): void {
    if (typeof value === "string") this.#writeText(value);
    else if (typeof value === "number") this.#writeHead(INTEGER, value);
    else if (value instanceof Uint8Array) this.#writeBytes(BYTES, value);
    else if (isList(value)) this.#writeList(value);
    else this.#writeMap(value);
  }

  /** What was written since the last call. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#at);
    this.#at = 0;
    return taken;
  }

  #writeText(text: string): void {
    const { length } = text;
    this.#reserve(length + HEAD_SIZE);
    const begin = this.#at;
    this.#writeHead(TEXT, length);
    // Most are short and ASCII, for which an encoder takes three times as long.
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) {
        this.#at = begin;
        this.#writeBytes(TEXT, UTF8.encode(text));
        return;
      }
      this.#bytes[this.#at++] = code;
    }
  }

  #writeBytes(type: number, bytes: Uint8Array): void {
    this.#reserve(bytes.length + HEAD_SIZE);
    this.#writeHead(type, bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #writeList(items: readonly CborValue[]): void {
    this.#writeHead(LIST, items.length);
    for (const item of items) this.write(item);
  }

  #writeMap(map: Readonly<Record<string, CborValue>>): void {
    const entries = Object.entries(map).toSorted(
      ([left], [right]) => left.length - right.length || (left < right ? -1 : 1),
    );
    this.#writeHead(MAP, entries.length);
    for (const [key, value] of entries) {
      this.#writeText(key);
      this.write(value);
    }
  }

  /** Writes a type with its argument: a value or a length. */
  #writeHead(type: number, argument: number): void {
    this.#reserve(HEAD_SIZE);
    if (argument < 24) return this.#push(type + argument, 0, 0);
    if (argument < 2 ** 8) return this.#push(type + 24, argument, 1);
    if (argument < 2 ** 16) return this.#push(type + 25, argument, 2);
    if (argument < 2 ** 32) return this.#push(type + 26, argument, 4);
    this.#push(type + 27, argument, 8);
  }

  /** Writes a byte and behind it an integer, its highest byte first. */
  #push(first: number, integer: number, size: number): void {
    this.#bytes[this.#at++] = first;
    for (let place = size - 1; place >= 0; place--)
      this.#bytes[this.#at++] = Math.floor(integer / 2 ** (8 * place)) % 2 ** 8;
  }

  #reserve(size: number): void {
    const least = this.#at + size;
    if (least <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * least);
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}

function isList(value: object): value is readonly CborValue[] {
  return Array.isArray(value);
}
