/**
 * Shared by the handlers of REST and JSON-RPC: the chain context, common reads, service errors, and the issues of wrong input.
 *
 * @module
 */
export * from "./reads.ts";
export * from "./answers.ts";
export * from "./parse_json.ts";
export * from "./chain_answers.ts";
