/**
 * Statuses as the other modules of the client tell them apart, and `Retry-After`. No entry of the package.
 *
 * @module
 */
export { boundText, isLimitStatus, isTransientStatus } from "./alphadelta_error.ts";
export { readRetryAfter } from "./retry_after.ts";
