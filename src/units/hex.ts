/** Hex that starts with `0x`: the form of hashes, roots, commitments, serial numbers and signed bytes. */
export type Hex = string;

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/** Tells whether `text` is hex that starts with `0x` (given by the interface), in whole bytes. */
export function isHex(text: string): boolean {
  return HEX.test(text);
}

/**
 * Parses hex into its bytes.
 *
 * @throws {SyntaxError} If `text` does not start with `0x` or has other than whole bytes of hex.
 *
 * @example
 * ```ts
 * import { parseHex } from "alphadelta/units";
 * parseHex("0xff00"); // Uint8Array [255, 0]
 * ```
 */
export function parseHex(text: string): Uint8Array {
  if (!isHex(text)) {
    throw new SyntaxError(
      `Cannot parse hex: expected "0x" and an even number of hex digits, got ${quoteStart(text)}`,
    );
  }
  const bytes = new Uint8Array(text.length / 2 - 1);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 + i * 2, 4 + i * 2), 16);
  }
  return bytes;
}

/** Formats bytes as lower-case hex that starts with `0x`. */
export function formatHex(bytes: Uint8Array): string {
  let text = "0x";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** Hex can be a whole transaction, so a message shows its start only. */
function quoteStart(text: string): string {
  return text.length > 20 ? `"${text.slice(0, 20)}…" (${text.length} characters)` : `"${text}"`;
}
