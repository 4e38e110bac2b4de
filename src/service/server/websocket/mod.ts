/**
 * The adapter of WebSockets, for `ws`.
 *
 * @module
 */
export * from "./sockets.ts";
