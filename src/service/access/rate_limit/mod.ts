/**
 * Rate limits and quotas by tier: admission, the remaining budget, and the response headers.
 *
 * @module
 */
export * from "./caller_limiter.ts";
export * from "./limiter.ts";
export * from "./shared_limiter.ts";
