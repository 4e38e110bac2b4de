/** Longest wait in milliseconds that is taken at its word: a date far behind it is none any more. */
const LONGEST_WAIT = 1e12;

/** How a date begins in HTTP, or by ISO 8601. `Date.parse` alone makes dates of nearly anything. */
const DATE = /^(?:[A-Z][a-z]{2,8},? |\d{4}-\d\d-\d\dT)/;

/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it cannot be read.
 *
 * A date is taken against the service's own clock where the answer tells it.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(LONGEST_WAIT, Number(text) * 1_000);
  if (!DATE.test(text)) return undefined;
  const wait = Date.parse(text) - (Date.parse(headers.get("date") ?? "") || now);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
