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
