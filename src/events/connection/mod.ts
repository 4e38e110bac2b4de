/**
 * WebSocket connections that subscriptions share: opened, watched, replaced, and resumed by cursor.
 *
 * @module
 */
export * from "./connection_pool.ts";
export type * from "./slot.ts";
export * from "./socket_url.ts";
