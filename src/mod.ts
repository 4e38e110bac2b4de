/**
 * A typed client of the two-chain data service: `createClient`, the errors it rejects with, and plain values.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * console.log(await delta.getChainInfo());
 * ```
 *
 * @module
 */
export * from "./chains/mod.ts";
export * from "./client/mod.ts";
export * from "./errors/mod.ts";
export * from "./pagination/mod.ts";
// The types of the specs' schemas, so that inferred results have names; of those that stand in both, ours.
export type * from "./generated/client/schema_types.gen.ts";
export type { Address, Amount, Hex } from "./units/mod.ts";
