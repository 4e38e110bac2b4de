/**
 * WebSockets: admission, sessions, and the adapter for `ws`.
 *
 * @module
 */
export * from "./admit_socket.ts";
export * from "./socket_parts.ts";
export * from "./sockets.ts";
