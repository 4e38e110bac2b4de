import { bech32m } from "@scure/base";

/** An address: `ax1…` on alpha, `dx1…` on delta (specified by the interface). */
export type Address = string;

/** Parts of an address. */
export interface AddressParts {
  /** Human-readable part, before the separator: `ax` or `dx`. */
  readonly prefix: string;
  /** The 20 bytes that identify the account. */
  readonly bytes: Uint8Array;
}

const ADDRESS_BYTES = 20;
/** Five-bit words of an address; 20 bytes fill them exactly. */
const ADDRESS_WORDS = 32;

/**
 * Parses an address: bech32m over 20 bytes (extension; the interface specifies only the prefixes).
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
 * Formats an address.
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
 * Returns true for a well-formed address with a valid length; with `prefix` (`ax`, `dx`), only for one of that chain.
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
