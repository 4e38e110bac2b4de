import { REST_ERRORS } from "../generated/errors.gen.ts";

/**
 * Returns true for an HTTP status of an exceeded rate limit or quota: the one of the specs, or 429 from a proxy.
 *
 * @example
 * ```ts
 * import { isLimitStatus } from "alphadelta/errors";
 *
 * console.log(isLimitStatus(429), isLimitStatus(200)); // true false
 * ```
 */
export function isLimitStatus(status: number | undefined): boolean {
  return status === REST_ERRORS.RATE_LIMITED.status || status === 429;
}

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
