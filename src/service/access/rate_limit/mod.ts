/**
 * Rate limits and quotas by tier: admission, the remaining budget, and the response headers.
 *
 * @module
 */
export * from "./admission.ts";
export { ADMIT_ALL, Limiter } from "./limiter.ts";
export * from "./shared_limiter.ts";
