import { bech32m } from "@scure/base";

/** An address: `ax1…` on alpha, `dx1…` on delta (given by the interface). */
export type Address = string;

/** Parts of an address. */
export interface AddressParts {
  /** Text before the separator: `ax` or `dx`. */
  readonly prefix: string;
  /** The 20 bytes that name the account. */
  readonly bytes: Uint8Array;
}

const ADDRESS_BYTES = 20;
/** Digits of five bits that the bytes of an address fill exactly. */
const ADDRESS_WORDS = 32;

/**
 * Takes an address apart: bech32m over 20 bytes (decided; the interface gives the prefixes alone).
 *
 * @throws {SyntaxError} If `text` has a wrong checksum, character or length.
 *
 * @example
 * ```ts
 * import { formatAddress, parseAddress } from "alphadelta/units";
 *
 * const address = formatAddress({ prefix: "dx", bytes: new Uint8Array(20) });
 * console.log(parseAddress(address).prefix); // dx
 * ```
 */
export function parseAddress(text: string): AddressParts {
  const decoded = bech32m.decodeUnsafe(text);
  const bytes = decoded && bech32m.fromWordsUnsafe(decoded.words);
  if (!decoded || !bytes || bytes.length !== ADDRESS_BYTES || text !== text.toLowerCase()) {
    throw new SyntaxError(
      `Cannot parse address: expected lower-case bech32m of ${ADDRESS_BYTES} bytes, got "${text.slice(0, 100)}"`,
    );
  }
  return { prefix: decoded.prefix, bytes: Uint8Array.from(bytes) };
}

/**
 * Writes an address.
 *
 * @throws {RangeError} If `bytes` is not 20 bytes long.
 *
 * @example
 * ```ts
 * import { formatAddress } from "alphadelta/units";
 *
 * console.log(formatAddress({ prefix: "dx", bytes: new Uint8Array(20) })); // dx1…
 * ```
 */
export function formatAddress({ prefix, bytes }: AddressParts): Address {
  if (bytes.length !== ADDRESS_BYTES) {
    throw new RangeError(
      `Cannot format address: expected ${ADDRESS_BYTES} bytes, got ${bytes.length}`,
    );
  }
  return bech32m.encode(prefix, bech32m.toWords(bytes));
}

/**
 * Tells whether `text` is a well-formed address, of `prefix` (`ax`, `dx`) where one is given.
 *
 * @example
 * ```ts
 * import { isAddress } from "alphadelta/units";
 *
 * console.log(isAddress("dx1…", "dx")); // false
 * ```
 */
export function isAddress(text: string, prefix?: string): boolean {
  const decoded = bech32m.decodeUnsafe(text);
  if (decoded?.words.length !== ADDRESS_WORDS || text !== text.toLowerCase()) return false;
  return prefix === undefined || decoded.prefix === prefix;
}
