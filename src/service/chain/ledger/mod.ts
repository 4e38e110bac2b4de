/**
 * The rules of both chains: the checks and effects of transactions, and the blocks made of them.
 *
 * Pure and deterministic: no clock, no randomness, no input or output. State is read from a working set that the
 * caller fills beforehand with the keys each transaction names.
 *
 * @module
 */
export * from "./produce_block.ts";
export * from "./chain_rules.ts";
export * from "./rules.ts";
export * from "./choose_validator.ts";
export { earnedSince, NO_STAKE } from "./delta/state.ts";
export * from "./delta/state.ts";
export * from "./genesis.ts";
export * from "./working_state.ts";
export * from "./transaction.ts";
export * from "./alpha.ts";
export * from "./state_kinds.ts";
