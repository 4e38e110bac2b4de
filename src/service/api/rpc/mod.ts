/**
 * JSON-RPC: one handler per method, grouped as in the specs, behind the rules of JSON-RPC 2.0.
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
