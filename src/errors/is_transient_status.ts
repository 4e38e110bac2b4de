import { isLimitStatus } from "./is_limit_status.ts";

/**
 * Returns true for an HTTP status after which the same request may succeed later: 408, 5xx, and the statuses of an
 * exceeded rate limit or quota. Idempotent calls are retried after these.
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
