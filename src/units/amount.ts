/** An amount in base units of a token; on the wire a decimal string (specified by the interface). */
export type Amount = bigint;

/** Most characters of an amount; one of 256 bits has 78. The time to parse one grows faster than its length. */
export const MAX_AMOUNT_LENGTH = 1_000;

const DECIMAL = /^-?[0-9]+$/;

/**
 * Decodes an amount from the wire: base units as a decimal integer in a string (specified by the interface). Use
 * `parseUnits` for input with a decimal point.
 *
 * @throws {RangeError} If `text` has more than {@linkcode MAX_AMOUNT_LENGTH} characters.
 * @throws {SyntaxError} If `text` is not a decimal integer.
 *
 * @example
 * ```ts
 * import { decodeAmount } from "alphadelta/units";
 * decodeAmount("12345678901234567890") + 1n; // 12345678901234567891n
 * ```
 */
export function decodeAmount(text: string): Amount {
  if (text.length > MAX_AMOUNT_LENGTH) {
    throw new RangeError(
      `Cannot decode amount: expected at most ${MAX_AMOUNT_LENGTH} characters, got ${text.length}`,
    );
  }
  if (!DECIMAL.test(text)) {
    throw new SyntaxError(`Cannot decode amount: expected a decimal integer, got "${text}"`);
  }
  return BigInt(text);
}

/**
 * Encodes an amount for the wire: base units without a decimal point. Use `formatUnits` for display.
 *
 * @example
 * ```ts
 * import { encodeAmount } from "alphadelta/units";
 * encodeAmount(5n); // "5"
 * ```
 */
export function encodeAmount(amount: Amount): string {
  return amount.toString();
}
