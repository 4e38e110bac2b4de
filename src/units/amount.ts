/** An amount in base units of a chain's native token or of a token. On the wire: a decimal string (given by the interface). */
export type Amount = bigint;

/** Characters of the longest amount; one of 256 bits has 78. The time to parse one grows faster than its length. */
export const MAX_AMOUNT_LENGTH = 1_000;

const DECIMAL = /^-?[0-9]+$/;

/**
 * Parses an amount as the wire carries it: a decimal integer in a string (given by the interface).
 *
 * @throws {RangeError} If `text` has more than {@linkcode MAX_AMOUNT_LENGTH} characters.
 * @throws {SyntaxError} If `text` is not a decimal integer.
 *
 * @example
 * ```ts
 * import { parseAmount } from "alphadelta/units";
 * parseAmount("12345678901234567890") + 1n; // 12345678901234567891n
 * ```
 */
export function parseAmount(text: string): Amount {
  if (text.length > MAX_AMOUNT_LENGTH) {
    throw new RangeError(
      `Cannot parse amount: expected at most ${MAX_AMOUNT_LENGTH} characters, got ${text.length}`,
    );
  }
  if (!DECIMAL.test(text)) {
    throw new SyntaxError(`Cannot parse amount: expected a decimal integer, got "${text}"`);
  }
  return BigInt(text);
}

/**
 * Formats an amount as the wire carries it.
 *
 * @example
 * ```ts
 * import { formatAmount } from "alphadelta/units";
 * formatAmount(5n); // "5"
 * ```
 */
export function formatAmount(amount: Amount): string {
  return amount.toString();
}
