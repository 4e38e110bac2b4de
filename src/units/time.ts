/** A time in Unix seconds (extension; the interface does not specify the unit). */
export type UnixSeconds = number;

/**
 * Converts Unix seconds to a `Date`.
 *
 * @throws {RangeError} If `seconds` is outside the range of a `Date`.
 *
 * @example
 * ```ts
 * import { fromUnixSeconds } from "alphadelta/units";
 *
 * console.log(fromUnixSeconds(1_767_225_600).toISOString()); // 2026-01-01T00:00:00.000Z
 * ```
 */
export function fromUnixSeconds(seconds: UnixSeconds): Date {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) {
    throw new RangeError(`Cannot read time: expected Unix seconds, got ${seconds}`);
  }
  return date;
}

/**
 * Converts a `Date` to Unix seconds, rounded down.
 *
 * @example
 * ```ts
 * import { toUnixSeconds } from "alphadelta/units";
 *
 * console.log(toUnixSeconds(new Date("2026-01-01T00:00:00Z"))); // 1767225600
 * ```
 */
export function toUnixSeconds(date: Date): UnixSeconds {
  return Math.floor(date.getTime() / 1000);
}
