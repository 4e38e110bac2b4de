/**
 * Ledger objects in the shapes of the specs, one shape per file.
 *
 * @module
 */
export * from "./rest_block.ts";
export * from "./rest_block_summary.ts";
export * from "./rest_proposal.ts";
export * from "./rest_token_balance.ts";
export * from "./rest_transaction.ts";
export * from "./rest_validator.ts";
export * from "./rpc_block.ts";
export * from "./rpc_receipt.ts";
export * from "./rpc_stake.ts";
export * from "./rpc_transaction.ts";
export * from "./rpc_validator.ts";
