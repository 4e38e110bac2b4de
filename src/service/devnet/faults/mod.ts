/**
 * Injected faults: rules that make requests fail on purpose.
 *
 * @module
 */
export * from "./apply_reply_fault.ts";
export * from "./delay.ts";
export * from "./fault.ts";
export * from "./faults.ts";
