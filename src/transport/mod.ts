/**
 * What sends requests: one fetch-shaped core under REST and JSON-RPC.
 *
 * @module
 */
export * from "./api_key.ts";
export * from "./call_options.ts";
export * from "./check_argument.ts";
export * from "./create_transport.ts";
export * from "./decode_answer.ts";
export * from "./describe_issue.ts";
export * from "./follow_signal.ts";
export * from "./read_json.ts";
export * from "./show_value.ts";
