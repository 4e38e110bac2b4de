/**
 * Rate limits and quotas by tier: admission, the remaining budget, and the response headers.
 *
 * @module
 */
export * from "./admission.ts";
export * from "./caller_limiter.ts";
export * from "./limit_text.ts";
export * from "./limiter.ts";
export * from "./rate_headers.ts";
export * from "./rate_limiter.ts";
export * from "./rate_limits.ts";
export * from "./shared_limiter.ts";
