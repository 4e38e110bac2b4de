import type { Fields } from "../json.ts";
import type { Token, TokenAmount } from "../../generated/types.gen.ts";
import { type Amount, formatUnits, NATIVE_DECIMALS, parseUnits, toJson } from "../../units/mod.ts";
import { escapeControls } from "../../units/internal.ts";
import { MAX_AMOUNT } from "../../devnet/internal.ts";
import { wrongUse } from "../exit_error.ts";
import { TIME_UNITS, type Unit, unitOf } from "./units.ts";

export interface FormatOptions {
  /** The present time, in milliseconds since 1970. */
  readonly now: number;
  /** Symbol of the native token; undefined in tables, where amounts and gas have no unit. */
  readonly symbol?: string | undefined;
}

/**
 * Formats a field of an object for people, with its unit. Control characters are escaped here, so that the width of the
 * result is the width on the terminal.
 */
export function formatValue(...field: Parameters<typeof formatField>): string {
  return escapeControls(formatField(...field));
}

function formatField(name: string, value: unknown, object: Fields, options: FormatOptions): string {
  if (value === undefined || value === null) return "-";
  if (name === "token" && isTokenTransfer(value)) return value.contract;
  if (typeof value === "bigint") return formatAmount(name, value, object, options);
  if (typeof value === "number") return formatNumber(name, value, options.now);
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(formatItem).join(", ");
  return formatItem(value);
}

function formatItem(value: unknown): string {
  return typeof value === "string" ? value : toJson(value);
}

/** Formats an amount of gas, of the token whose decimals are beside it in the object, or else of the native token. */
function formatAmount(
  name: string,
  value: bigint,
  { decimals, symbol, type, token }: Fields,
  options: FormatOptions,
): string {
  // The native value of a token transfer is 0, which would read as the amount of tokens.
  if (name === "value" && isTokenTransfer(token)) return formatTokens(token, options);
  if (name === "value" && value === 0n && type === "token_transfer") return "-";
  const withUnit = (text: string, unit: string): string =>
    options.symbol === undefined ? groupDigits(text) : `${groupDigits(text)} ${unit}`;
  if (unitOf(name) === "gas") return withUnit(String(value), "gas");
  if (typeof decimals === "number" && typeof symbol === "string")
    return withUnit(formatUnits(value, decimals), symbol);
  return withUnit(formatUnits(value, NATIVE_DECIMALS), options.symbol ?? "");
}

/** Tokens of a transfer, with the known properties of the token. */
type TokenTransfer = TokenAmount & Partial<Token>;

function isTokenTransfer(value: unknown): value is TokenTransfer {
  const { contract, amount } = Object(value) as Partial<TokenTransfer>;
  return typeof contract === "string" && typeof amount === "bigint";
}

function formatTokens({ amount, symbol, decimals }: TokenTransfer, options: FormatOptions): string {
  if (symbol === undefined || decimals === undefined)
    return `${groupDigits(String(amount))} base units`;
  const number = groupDigits(formatUnits(amount, decimals));
  return `${options.symbol === undefined ? truncateDecimals(number) : number} ${symbol}`;
}

/** Truncates a number for a table: after its fourth decimal, or after the first decimal above 0 if that comes later. */
function truncateDecimals(number: string): string {
  return number.replace(/(\.(?:0{4,}[1-9]|(?!0{4})\d{4}))\d+$/, "$1…");
}

/** Parses an amount of tokens, such as `1.5`, into base units. */
export function readAmount(text: string, decimals: number): Amount {
  const isAmount = /^\d+(?:\.\d+)?$/.test(text) && text.length < 60;
  const fraction = text.split(".")[1]?.replace(/0+$/, "") ?? "";
  const value = isAmount && fraction.length <= decimals ? parseUnits(text, decimals) : 0n;
  if (value > MAX_AMOUNT)
    throw wrongUse(`Cannot use ${JSON.stringify(text)} as amount: it is too large.`);
  if (value > 0n) return value;
  throw wrongUse(
    `Cannot use ${JSON.stringify(text)} as amount: expected tokens such as 1.5, above 0, with at most ${decimals} decimals.`,
  );
}

/** Formats of numbers by their unit. */
const FORMATS: { readonly [Name in Unit]?: (value: number, now: number) => string } = {
  seconds: (value) => `${round(value)} s`,
  moment: relativeTime,
  share: (value) => `${round(value * 100)} %`,
  rate: (value) => `${round(value)} /s`,
};

function formatNumber(name: string, value: number, now: number): string {
  const unit = unitOf(name);
  return (unit && FORMATS[unit]?.(value, now)) ?? String(value);
}

/** Rounds to two decimals. */
function round(value: number): string {
  return String(Number(value.toFixed(2)));
}

function groupDigits(digits: string): string {
  return digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));
}

/** Formats a time in Unix seconds relative to `now` in milliseconds: `3 min ago`, `in 2 h`, `now`. */
function relativeTime(time: number, now: number): string {
  const age = Math.round(now / 1000 - time);
  if (age === 0) return "now";
  return age > 0 ? `${duration(age)} ago` : `in ${duration(-age)}`;
}

/** Formats seconds in the largest unit of which there are at least two: `90 s`, `2 h`. */
export function duration(seconds: number): string {
  const fitting = Object.entries(TIME_UNITS).find(([, size]) => seconds >= 2 * size);
  const [unit, size] = fitting ?? ["s", 1];
  return `${Math.round(seconds / size)} ${unit}`;
}
