/**
 * The service as a whole: requests to the handlers of each segment, in process or over HTTP.
 *
 * @module
 */
export * from "./chain_file.ts";
export * from "./create_service.ts";
export * from "./listen.ts";
export * from "./load_chain.ts";
export * from "./log_entry.ts";
export * from "./open_keys.ts";
export * from "./require_loopback.ts";
export * from "./service_options.ts";
