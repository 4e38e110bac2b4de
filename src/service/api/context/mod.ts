/**
 * Shared by the handlers of REST and JSON-RPC: the chain context, common reads, and the issues of wrong input.
 *
 * @module
 */
export * from "./reads.ts";
export * from "./issues.ts";
export * from "./chain_context.ts";
