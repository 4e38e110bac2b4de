import type { Fields } from "../json.ts";
import type { Token, TokenAmount } from "../../generated/types.gen.ts";
import { type Amount, formatUnits, NATIVE_DECIMALS, parseUnits, toJson } from "../../units/mod.ts";
import { escapeControls } from "../../units/internal.ts";
import { wrongUse } from "../exit_error.ts";
import { TIME_UNITS, type Unit, unitOf } from "./units.ts";

export interface FormatOptions {
  /** The present, in milliseconds since 1970. */
  readonly now: number;
  /** Symbol of the native token; without one, amounts and gas have no unit, as in tables. */
  readonly symbol?: string | undefined;
}

/** The value of a field as people read it, with its unit; escaped already, so that it is measured as it is printed. */
export function formatValue(...field: Parameters<typeof plainValue>): string {
  return escapeControls(plainValue(...field));
}

function plainValue(name: string, value: unknown, within: Fields, options: FormatOptions): string {
  if (value === undefined || value === null) return "-";
  if (name === "token" && isMoved(value)) return value.contract;
  if (typeof value === "bigint") return formatAmount(name, value, within, options);
  if (typeof value === "number") return formatNumber(name, value, options.now);
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(formatItem).join(", ");
  return formatItem(value);
}

function formatItem(value: unknown): string {
  return typeof value === "string" ? value : toJson(value);
}

/** Tokens say their decimals; every other amount is one of the native token, gas excepted. */
function formatAmount(
  name: string,
  value: bigint,
  { decimals, symbol, type, token }: Fields,
  options: FormatOptions,
): string {
  // A transfer of tokens has no native value: 0 would read as its amount.
  if (name === "value" && isMoved(token)) return formatMoved(token, options);
  if (name === "value" && value === 0n && type === "token_transfer") return "-";
  const withUnit = (text: string, unit: string): string =>
    options.symbol === undefined ? groupDigits(text) : `${groupDigits(text)} ${unit}`;
  if (unitOf(name) === "gas") return withUnit(String(value), "gas");
  if (typeof decimals === "number" && typeof symbol === "string")
    return withUnit(formatUnits(value, decimals), symbol);
  return withUnit(formatUnits(value, NATIVE_DECIMALS), options.symbol ?? "");
}

/** Tokens that a transaction moved, with what is known of the token. */
type Moved = TokenAmount & Partial<Token>;

function isMoved(value: unknown): value is Moved {
  const { contract, amount } = Object(value) as Partial<Moved>;
  return typeof contract === "string" && typeof amount === "bigint";
}

function formatMoved({ amount, symbol, decimals }: Moved, options: FormatOptions): string {
  if (symbol === undefined || decimals === undefined)
    return `${groupDigits(String(amount))} base units`;
  const grouped = groupDigits(formatUnits(amount, decimals));
  return `${options.symbol === undefined ? cutDecimals(grouped) : grouped} ${symbol}`;
}

/** Cuts decimals behind the fourth, or the first that is not 0: a table has room for no more. */
function cutDecimals(number: string): string {
  return number.replace(/(\.(?:0{4,}[1-9]|(?!0{4})\d{4}))\d+$/, "$1…");
}

/** Largest amount of the interface, in base units. */
const LARGEST: Amount = 2n ** 128n - 1n;

/** Reads an amount of tokens, such as `1.5`, in base units. */
export function readAmount(text: string, decimals: number): Amount {
  const isAmount = /^\d+(?:\.\d+)?$/.test(text) && text.length < 60;
  const fraction = text.split(".")[1]?.replace(/0+$/, "") ?? "";
  const value = isAmount && fraction.length <= decimals ? parseUnits(text, decimals) : 0n;
  if (value > LARGEST)
    throw wrongUse(`Cannot use ${JSON.stringify(text)} as amount: it is too large.`);
  if (value > 0n) return value;
  throw wrongUse(
    `Cannot use ${JSON.stringify(text)} as amount: expected tokens such as 1.5, above 0, with at most ${decimals} decimals.`,
  );
}

/** Numbers with their units; those without one stay as they are. */
const NUMBERS: { readonly [Name in Unit]?: (value: number, now: number) => string } = {
  seconds: (value) => `${rounded(value)} s`,
  moment: relativeTime,
  share: (value) => `${rounded(value * 100)} %`,
  rate: (value) => `${rounded(value)} /s`,
};

function formatNumber(name: string, value: number, now: number): string {
  const unit = unitOf(name);
  return (unit && NUMBERS[unit]?.(value, now)) ?? String(value);
}

function rounded(value: number): string {
  return String(Number(value.toFixed(2)));
}

function groupDigits(digits: string): string {
  return digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));
}

/** Distance of a moment in Unix seconds from the present in milliseconds: `3 min ago`, `in 2 h`, `now`. */
function relativeTime(seconds: number, now: number): string {
  const distance = Math.round(now / 1000 - seconds);
  const length = Math.abs(distance);
  if (length === 0) return "now";
  return distance > 0 ? `${duration(length)} ago` : `in ${duration(length)}`;
}

/** Seconds in the largest unit that fits: `90 s`, `2 h`. */
export function duration(seconds: number): string {
  const [unit, size] = Object.entries(TIME_UNITS).find(
    ([, one]) => seconds >= one * (one === 1 ? 1 : 2),
  ) ?? ["s", 1];
  return `${Math.round(seconds / size)} ${unit}`;
}
