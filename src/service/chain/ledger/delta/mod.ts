/**
 * The rules of delta: accounts that pay for what they do.
 *
 * @module
 */
export * from "./found_delta.ts";
export * from "./rules.ts";
export * from "./staking.ts";
