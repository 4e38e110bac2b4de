import type { Fields } from "../json.ts";
import { type Amount, formatUnits, NATIVE_DECIMALS, parseUnits, toJson } from "../../units/mod.ts";
import { wrongUse } from "../exit_error.ts";

const TIME = /^(?:timestamp|firstSeen|lastSeen|lastUse)$|Time$|At$/;
const SHARE = /^(?:commission|uptime)$|Ratio$/;
const GAS = /^gas(?:Used|Limit)$/;
const SECONDS = /^(?:avgB|b)lockTime$/;

export interface FormatOptions {
  /** The present, in milliseconds since 1970. */
  readonly now: number;
  /** Symbol of the native token; without one, amounts and gas have no unit, as in tables. */
  readonly symbol?: string | undefined;
}

/** The value of a field as people read it, with its unit. */
export function formatValue(
  name: string,
  value: unknown,
  within: Fields,
  options: FormatOptions,
): string {
  if (value === undefined || value === null) return "-";
  if (typeof value === "bigint") return formatAmount(name, value, within, options);
  if (typeof value === "number") return formatNumber(name, value, options.now);
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(formatItem).join(", ");
  return formatItem(value);
}

function formatItem(value: unknown): string {
  return typeof value === "string" ? printable(value) : toJson(value);
}

/** Tokens say their decimals; every other amount is one of the native token, gas excepted. */
function formatAmount(
  name: string,
  value: bigint,
  { decimals, symbol, type }: Fields,
  options: FormatOptions,
): string {
  // What such a transfer moves is in its receipt: 0 would read as its amount.
  if (name === "value" && value === 0n && type === "token_transfer") return "-";
  const withUnit = (text: string, unit: string): string =>
    options.symbol === undefined ? groupDigits(text) : `${groupDigits(text)} ${unit}`;
  if (GAS.test(name)) return withUnit(String(value), "gas");
  if (typeof decimals === "number" && typeof symbol === "string")
    return withUnit(formatUnits(value, decimals), printable(symbol));
  return withUnit(formatUnits(value, NATIVE_DECIMALS), options.symbol ?? "");
}

/** Largest amount of the interface, in base units. */
const LARGEST: Amount = 2n ** 128n - 1n;

/**
 * Reads an amount of tokens, such as `1.5`, in base units.
 *
 * @throws {ExitError} If it is none above 0, is too large, or has more decimals than the token.
 */
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

function formatNumber(name: string, value: number, now: number): string {
  if (SECONDS.test(name)) return `${rounded(value)} s`;
  if (TIME.test(name)) return relativeTime(value, now);
  if (SHARE.test(name)) return `${rounded(value * 100)} %`;
  return name === "tps" ? `${rounded(value)} /s` : String(value);
}

function rounded(value: number): string {
  return String(Number(value.toFixed(2)));
}

function groupDigits(digits: string): string {
  return digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));
}

/** Anyone can write a title or a name: what commands a terminal, or turns the direction of text, is shown as its number. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** Distance of a moment in Unix seconds from the present in milliseconds: `3 min ago`, `in 2 h`, `now`. */
function relativeTime(seconds: number, now: number): string {
  const distance = Math.round(now / 1000 - seconds);
  const length = Math.abs(distance);
  if (length === 0) return "now";
  return distance > 0 ? `${duration(length)} ago` : `in ${duration(length)}`;
}

/** Seconds in the largest unit that fits: `90 s`, `2 h`. */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([one]) => seconds >= one * (one === 1 ? 1 : 2)) ?? [1, "s"];
  return `${Math.round(seconds / size)} ${unit}`;
}
