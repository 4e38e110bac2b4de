/**
 * Injected faults: which requests fail on purpose, and how.
 *
 * @module
 */
export * from "./apply_reply_fault.ts";
export * from "./delay.ts";
export * from "./fault.ts";
export * from "./faults.ts";
