/**
 * Shared by the handlers of REST and JSON-RPC: the chain context, adapter-independent requests and responses, and
 * common reads.
 *
 * @module
 */
export * from "./caller.ts";
export * from "./deprecation_headers.ts";
export * from "./find_by_hash.ts";
export * from "./issue_of_value.ts";
export * from "./chain_context.ts";
export * from "./read_chain_stats.ts";
export * from "./read_proposals.ts";
export * from "./read_stake.ts";
export * from "./read_tokens.ts";
export * from "./read_validators.ts";
export * from "./read_values.ts";
export * from "./request_trace.ts";
export * from "./service_request.ts";
export * from "./shared_chain.ts";
export * from "./show_account.ts";
export * from "./show_path.ts";
