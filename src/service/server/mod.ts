/**
 * The service as a whole: requests to the handlers of each segment, in process or over HTTP.
 *
 * @module
 */
export * from "./create_service.ts";
export * from "./listen.ts";
export * from "./log_entry.ts";
export * from "./open_keys.ts";
export * from "./service_options.ts";
