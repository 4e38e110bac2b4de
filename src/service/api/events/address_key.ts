import type { Address } from "../../../units/mod.ts";

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Five bits of each character of bech32, by its code. */
const WORDS = new Uint8Array(128);
for (let word = 0; word < ALPHABET.length; word++) WORDS[ALPHABET.charCodeAt(word)] = word;

const BYTES = Buffer.alloc(20);

/** Bits that the bytes hold: they are written five at a time. */
const WORDS_OF_BYTES = (BYTES.length * 8) / 5;

/**
 * The 20 bytes of an address as a string, one a character: without the prefix, which a chain has but one of, and the
 * checksum, it takes 40 bytes of memory in place of 64.
 *
 * @param address A valid one: of any other the result means nothing.
 */
export function addressKey(address: Address): string {
  const start = address.lastIndexOf("1") + 1;
  let bits = 0;
  let count = 0;
  let written = 0;
  for (let index = start; index < start + WORDS_OF_BYTES; index++) {
    bits = ((bits << 5) | (WORDS[address.charCodeAt(index)] ?? 0)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    BYTES[written++] = bits >> count;
  }
  return BYTES.toString("latin1");
}
