import { isLimitStatus } from "./is_limit_status.ts";

/**
 * Tells whether an HTTP status says that the same request may succeed later: 408, 5xx, and those of a refusal for a rate
 * limit or a quota. Calls that are safe to repeat are retried after these.
 *
 * @example
 * ```ts
 * import { isTransientStatus } from "alphadelta/errors";
 *
 * console.log(isTransientStatus(503), isTransientStatus(404)); // true false
 * ```
 */
export function isTransientStatus(status: number | undefined): boolean {
  return status === 408 || isLimitStatus(status) || (status !== undefined && status >= 500);
}
