/**
 * The rules of delta: accounts that pay for what they do.
 *
 * @module
 */
export * from "./rules.ts";
