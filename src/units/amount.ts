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

/**
 * Decimals of the native token of both chains, for `parseUnits` and `formatUnits` (extension; the interface does not
 * specify them, so a deployed chain may have others).
 *
 * @example
 * ```ts
 * import { formatUnits, NATIVE_DECIMALS } from "alphadelta/units";
 *
 * console.log(formatUnits(1_500_000_000_000_000_000n, NATIVE_DECIMALS)); // 1.5
 * ```
 */
export const NATIVE_DECIMALS = 18;

/** Most decimals of a token on any chain: the largest value of one byte. */
const MOST_DECIMALS = 255;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Parses a decimal number into base units: `"1.5"` with 8 decimals is `150000000n`. Nothing is rounded.
 *
 * @param text Digits, at most one point with digits on both sides, and a minus in front if it is negative.
 * @param decimals Decimals of the token, from 0 to 255.
 * @throws {TypeError} If `text` is no string, or `decimals` no number.
 * @throws {SyntaxError} If `text` is not such a number.
 * @throws {RangeError} If it has more decimals than the token or more than {@linkcode MAX_AMOUNT_LENGTH} characters, or
 * `decimals` is out of range.
 *
 * @example
 * ```ts
 * import { parseUnits } from "alphadelta/units";
 *
 * console.log(parseUnits("1.5", 8)); // 150000000n
 * ```
 */
export function parseUnits(text: string, decimals: number): Amount {
  checkDecimals(decimals);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot parse units: text must be a string, got ${String(text)}`);
  }
  if (text.length > MAX_AMOUNT_LENGTH) {
    throw new RangeError(
      `Cannot parse units: expected at most ${MAX_AMOUNT_LENGTH} characters, got ${text.length}`,
    );
  }
  const [, sign, whole = "", fraction = ""] = NUMBER.exec(text) ?? [];
  if (sign === undefined) {
    throw new SyntaxError(`Cannot parse units: expected digits such as 12 or 0.5, got "${text}"`);
  }
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > decimals) {
    throw new RangeError(
      `Cannot parse units: "${text}" has ${digits.length} decimals, the token has ${decimals}`,
    );
  }
  return BigInt(`${sign}${whole}${digits.padEnd(decimals, "0")}`);
}

/**
 * Formats an amount in base units for display, without trailing zeros: `150000000n` with 8 decimals is `"1.5"`.
 *
 * @param amount An amount in base units.
 * @param decimals Decimals of the token, from 0 to 255.
 * @throws {TypeError} If `amount` is no bigint, or `decimals` no number.
 * @throws {RangeError} If `decimals` is out of range.
 *
 * @example
 * ```ts
 * import { formatUnits } from "alphadelta/units";
 *
 * console.log(formatUnits(150_000_000n, 8)); // 1.5
 * ```
 */
export function formatUnits(amount: Amount, decimals: number): string {
  checkDecimals(decimals);
  if (typeof amount !== "bigint") {
    const written = Number.isSafeInteger(amount) ? `: write ${String(amount)}n` : "";
    const message = `amount must be a bigint, got ${String(amount)}${written}`;
    throw new TypeError(`Cannot format units: ${message}`);
  }
  const sign = amount < 0n ? "-" : "";
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return `${sign}${digits.slice(0, point)}${fraction && `.${fraction}`}`;
}

/**
 * Formats an amount of a token for display, with its symbol.
 *
 * @param amount An amount in base units, such as `transaction.token.amount`.
 * @param token Symbol and decimals of the token, as `getToken` has them.
 * @throws {TypeError} If `amount` is no bigint, or `decimals` no number.
 * @throws {RangeError} If `decimals` is out of range.
 *
 * @example
 * ```ts
 * import { formatToken } from "alphadelta/units";
 *
 * console.log(formatToken(1_500_000n, { symbol: "GLD", decimals: 6 })); // 1.5 GLD
 * ```
 */
export function formatToken(
  amount: Amount,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): string {
  return `${formatUnits(amount, decimals)} ${symbol}`;
}

function checkDecimals(decimals: unknown): void {
  const isNumber = typeof decimals === "number";
  if (isNumber && Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS) return;
  const got = typeof decimals === "bigint" ? `${decimals}n: write ${decimals}` : String(decimals);
  const message = `Cannot convert units: decimals must be an integer from 0 to ${MOST_DECIMALS}, got ${got}`;
  throw isNumber ? new RangeError(message) : new TypeError(message);
}
