/** The beginning of a date in HTTP, or by ISO 8601. `Date.parse` alone makes dates of nearly anything. */
const DATE = /^(?:[A-Z][a-z]{2,8},? |\d{4}-\d\d-\d\dT)/;

/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it cannot be read.
 *
 * A date is taken against the service's own clock where the answer has a `Date`, else against `now`.
 */
export function readRetryAfter(
  value: string | null | undefined,
  date: string | null | undefined,
  now: number,
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const wait = readDate(text) - (readDate(date ?? "") || now);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/**
 * Milliseconds since 1970; NaN of what is no date. Each of the three forms of HTTP (RFC 9110, 5.6.7) is in GMT, also that
 * of `asctime()`, which does not say so.
 */
function readDate(text: string): number {
  if (!DATE.test(text)) return Number.NaN;
  return Date.parse(text.replace(/ \d{4}$/, "$& GMT").replace(/T[\d:.]+$/, "$&Z"));
}
