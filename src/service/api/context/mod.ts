/**
 * Shared by the handlers of REST and JSON-RPC: the chain context, adapter-independent requests and responses, and
 * common reads.
 *
 * @module
 */
export * from "./reads.ts";
export * from "./issues.ts";
export * from "./chain_context.ts";
