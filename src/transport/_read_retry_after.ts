/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it cannot be read.
 *
 * A date is taken against the service's own clock where the answer tells it.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const base = Date.parse(headers.get("date") ?? "");
  const wait = Date.parse(text) - (Number.isNaN(base) ? now : base);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
