/**
 * Values that both chains share: amounts, addresses, hex and times, each with functions to parse and format them.
 *
 * @module
 */
export * from "./address.ts";
export * from "./amount.ts";
export * from "./csv.ts";
export * from "./hex.ts";
export * from "./json.ts";
export * from "./time.ts";
export * from "./wire.ts";
