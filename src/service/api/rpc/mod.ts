/**
 * JSON-RPC 2.0: parsing, batches, validation, and one handler per method.
 *
 * @module
 */
export * from "./handle_rpc.ts";
export * from "./run_method.ts";
export * from "./read_call.ts";
export { methodsOf } from "./_methods.ts";
