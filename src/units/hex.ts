/**
 * Hex that starts with `0x`: hashes, roots, commitments, serial numbers and signed bytes (specified by the interface).
 */
export type Hex = string;

/** Hex of each byte value; a table, since formatting runs thousands of times. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** Value of each hex digit by its character code; -1 for other characters. */
const DIGITS = Int8Array.from({ length: 103 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});
const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/**
 * Returns true for hex that starts with `0x` (specified by the interface) and has whole bytes.
 *
 * @example
 * ```ts
 * import { isHex } from "alphadelta/units";
 *
 * console.log(isHex("0xff00"), isHex("ff00")); // true false
 * ```
 */
export function isHex(text: string): boolean {
  return HEX.test(text);
}

/**
 * Parses hex into bytes.
 *
 * @throws {SyntaxError} If `text` does not start with `0x` or is not whole bytes of hex.
 *
 * @example
 * ```ts
 * import { parseHex } from "alphadelta/units";
 * parseHex("0xff00"); // Uint8Array [255, 0]
 * ```
 */
export function parseHex(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, Math.floor(text.length / 2) - 1));
  let isWhole = text.startsWith("0x") && text.length % 2 === 0;
  for (let i = 0; i < bytes.length && isWhole; i++) {
    const byte = (digit(text, 2 + i * 2) << 4) | digit(text, 3 + i * 2);
    isWhole = byte >= 0;
    bytes[i] = byte;
  }
  if (isWhole) return bytes;
  throw new SyntaxError(
    `Cannot parse hex: expected "0x" and an even number of hex digits, got ${quoteStart(text)}`,
  );
}

/**
 * Formats bytes as lower-case hex that starts with `0x`.
 *
 * @example
 * ```ts
 * import { formatHex } from "alphadelta/units";
 *
 * console.log(formatHex(new Uint8Array([255, 0]))); // 0xff00
 * ```
 */
export function formatHex(bytes: Uint8Array): string {
  let text = "0x";
  for (const byte of bytes) text += BYTES[byte];
  return text;
}

/** Value of the hex digit at a position, negative for another character. */
function digit(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? -1;
}

/** Quotes the first 20 characters, since the hex may be a whole transaction. */
function quoteStart(text: string): string {
  return text.length > 20 ? `"${text.slice(0, 20)}…" (${text.length} characters)` : `"${text}"`;
}
