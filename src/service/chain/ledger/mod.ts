/**
 * The rules of both chains: what a transaction may do, what it changes, and how blocks follow from it.
 *
 * Pure and deterministic: no clock, no randomness, no input or output. State is read from a working set that the
 * caller fills beforehand with the keys each transaction names.
 *
 * @module
 */
export * from "./block.ts";
export * from "./chain_traits.ts";
export * from "./check_transaction.ts";
export * from "./choose_validator.ts";
export { earnedSince, NO_STAKE } from "./delta/mod.ts";
export * from "./delta_state_kinds.ts";
export * from "./derive_account.ts";
export * from "./genesis.ts";
export * from "./keys_of.ts";
export * from "./merkle_root.ts";
export * from "./parameters.ts";
export * from "./produce_block.ts";
export * from "./read_state_for.ts";
export * from "./read_transaction.ts";
export * from "./read_validators.ts";
export * from "./recheck_pending.ts";
export * from "./receipts_root.ts";
export * from "./records.ts";
export * from "./refusal.ts";
export * from "./state_kinds.ts";
export * from "./transaction.ts";
export * from "./working_state.ts";
