import { type Fields, toJson } from "../json.ts";
import { formatUnits } from "../../units/mod.ts";

const TIME = /^(?:timestamp|firstSeen|lastSeen)$|Time$/;
const SHARE = /^(?:commission|uptime)$|Ratio$/;
const SECONDS = /^(?:avgB|b)lockTime$/;

/** The value of a field as people read it, with its unit. */
export function formatValue(name: string, value: unknown, within: Fields, now: number): string {
  if (value === undefined || value === null) return "-";
  if (typeof value === "bigint") return formatAmount(name, value, within);
  if (typeof value === "number") return formatNumber(name, value, now);
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(formatItem).join(", ");
  return formatItem(value);
}

function formatItem(value: unknown): string {
  return typeof value === "string" ? printable(value) : toJson(value);
}

/** Tokens say their decimals; every other amount is in base units. */
function formatAmount(name: string, value: bigint, { decimals, symbol }: Fields): string {
  if (typeof decimals === "number" && typeof symbol === "string")
    return `${groupDigits(formatUnits(value, decimals))} ${printable(symbol)}`;
  const digits = groupDigits(String(value));
  return /^gas(?:Used|Limit)$/.test(name) ? `${digits} gas` : digits;
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
