/**
 * JSON-RPC 2.0: parsing, batches, validation, and one handler per method.
 *
 * @module
 */
export * from "./handle_message.ts";
export * from "./handle_rpc.ts";
export * from "./further_methods.ts";
export * from "./parse_body.ts";
export { isObject } from "./read_call.ts";
export * from "./read_parameters.ts";
export * from "./rpc_service_error.ts";
