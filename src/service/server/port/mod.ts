/**
 * The port between a service and its adapters. It names no type of Node's, so that programs without those compile.
 *
 * @module
 */
export * from "./adapter.ts";
export * from "./connection.ts";
export * from "./http_handler.ts";
export * from "./listen_options.ts";
export * from "./socket_handler.ts";
