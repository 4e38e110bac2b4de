/** An amount in base units of a chain's native token or of a token. On the wire: a decimal string (given by the interface). */
export type Amount = bigint;

const DECIMAL = /^-?[0-9]+$/;

/**
 * Decodes an amount of the wire: a decimal integer in a string (given by the interface). It is in base units, without a
 * decimal point; `parseUnits` reads what people write.
 *
 * @throws {SyntaxError} If `text` is not a decimal integer.
 *
 * @example
 * ```ts
 * import { decodeAmount } from "alphadelta/units";
 * decodeAmount("12345678901234567890") + 1n; // 12345678901234567891n
 * ```
 */
export function decodeAmount(text: string): Amount {
  if (!DECIMAL.test(text)) {
    throw new SyntaxError(`Cannot decode amount: expected a decimal integer, got "${text}"`);
  }
  return BigInt(text);
}

/**
 * Encodes an amount for the wire: in base units, without a decimal point; `formatUnits` writes what people read.
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
