/**
 * Admission by tier: who may go on, what is left, and how a client is told.
 *
 * @module
 */
export * from "./admission.ts";
export * from "./limit_text.ts";
export * from "./limiter.ts";
export * from "./rate_headers.ts";
