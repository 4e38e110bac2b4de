import { formatUnits, NATIVE_DECIMALS } from "alphadelta/units";

/** Decimals of an amount that tables show; the whole amount is in its title. */
const SHOWN_DECIMALS = 4;

/** Stands for a value that a service does not send: the interface does not show every field. */
export const MISSING = "–";

const COUNT = new Intl.NumberFormat("en-US");
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

function isNumeric(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** A whole number with separators: `12,345`. */
export function formatCount(count: number | bigint): string {
  return isNumeric(count) ? COUNT.format(count) : MISSING;
}

/** A number with at most `digits` decimals. */
export function formatNumber(value: number, digits = 2): string {
  if (!isNumeric(value)) return MISSING;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** A number, short: `150K`. */
export function formatCompact(value: number): string {
  return COMPACT.format(value);
}

/** A ratio from 0 to 1 as a percentage. */
export function formatRatio(ratio: number, digits = 2): string {
  return isNumeric(ratio) ? `${formatNumber(ratio * 100, digits)} %` : MISSING;
}

/** An amount in whole tokens with separators and every decimal. */
export function formatAmount(amount: bigint, decimals = NATIVE_DECIMALS): string {
  if (typeof amount !== "bigint") return MISSING;
  const [whole = "0", fraction] = formatUnits(amount, Math.min(decimals, 255)).split(".");
  const sign = whole.startsWith("-") ? "-" : "";
  const grouped = COUNT.format(BigInt(whole.replace("-", "")));
  return `${sign}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** The same with a few decimals, cut, not rounded; an amount below them is `<0.0001`. */
export function shortAmount(amount: bigint, decimals = NATIVE_DECIMALS): string {
  const [whole = "0", fraction = ""] = formatAmount(amount, decimals).split(".");
  const shown = fraction.slice(0, SHOWN_DECIMALS).replace(/0+$/, "");
  if (shown !== "") return `${whole}.${shown}`;
  return whole === "0" && amount > 0n ? "<0.0001" : whole;
}

/** An amount in whole tokens as a program reads it: without separators. */
export function plainAmount(amount: bigint, decimals = NATIVE_DECIMALS): string {
  return typeof amount === "bigint" ? formatUnits(amount, Math.min(decimals, 255)) : "";
}

/** An amount in whole tokens, short: `17.85M`. */
export function compactAmount(amount: bigint, decimals = NATIVE_DECIMALS): string {
  return COMPACT.format(numberOf(amount, decimals));
}

/** An amount as a number of whole tokens, for charts; 0 of none. */
export function numberOf(amount: bigint, decimals = NATIVE_DECIMALS): number {
  return typeof amount === "bigint" ? Number(formatUnits(amount, decimals)) : 0;
}

/** A gas price in billionths of a token, the unit of all gas prices here. */
export function formatGasPrice(price: bigint): string {
  return typeof price === "bigint" ? `${formatAmount(price, 9)} billionths` : MISSING;
}

/** Part of `amount` in `total`, from 0 to 1; 0 of nothing. */
export function shareOf(amount: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((amount * 1_000_000n) / total) / 1_000_000;
}

/** Beginning and end of a hash or address, or of what a service sends in its place. */
export function shorten(value: unknown, start = 8, end = 6): string {
  const text = (value as string | undefined) === undefined ? MISSING : String(value);
  return text.length <= start + end + 1 ? text : `${text.slice(0, start)}…${text.slice(-end)}`;
}

/** A moment in Unix seconds, with the time zone: the reader's, or UTC. */
export function formatMoment(timestamp: number, zone: "local" | "UTC" = "local"): string {
  const date = new Date(timestamp * 1_000);
  if (Number.isNaN(date.getTime())) return String(timestamp ?? MISSING);
  return date.toLocaleString("en-GB", {
    ...MOMENT,
    ...(zone === "UTC" && { timeZone: "UTC" }),
  });
}

const MOMENT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
} as const;

/** A moment in Unix seconds as ISO 8601, in UTC. */
export function formatUtc(timestamp: number): string {
  const date = new Date(timestamp * 1_000);
  return Number.isNaN(date.getTime()) ? String(timestamp ?? "") : date.toISOString();
}

/** A length of time in seconds, in its one or two largest units: `3 min 5 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return joinUnits(whole, 60, "min", 1, "s");
  if (whole < 86_400) return joinUnits(whole, 3_600, "h", 60, "min");
  return joinUnits(whole, 86_400, "d", 3_600, "h");
}

function joinUnits(
  seconds: number,
  large: number,
  name: string,
  small: number,
  smallName: string,
): string {
  const rest = Math.floor((seconds % large) / small);
  const first = `${Math.floor(seconds / large)} ${name}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}

/** Time since a moment, or until it; both in Unix seconds. */
export function formatAgo(timestamp: number, now: number): string {
  if (!isNumeric(timestamp)) return MISSING;
  const seconds = Math.floor(now) - timestamp;
  if (seconds < -1) return `in ${formatDuration(seconds)}`;
  return seconds < 1 ? "just now" : `${formatDuration(seconds)} ago`;
}

/** A word of the interface as people read it: `token_transfer` is `token transfer`. */
export function formatWord(word: string): string {
  return typeof word === "string" ? word.replaceAll("_", " ") : MISSING;
}
