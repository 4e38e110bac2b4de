/**
 * One handler per JSON-RPC method, a file per namespace, and the simplified calls.
 *
 * @module
 */
export * from "./handlers.ts";
export type { MethodHandler, MethodName } from "./method_handlers.ts";
export { SIMPLIFIED_HANDLERS, type SimplifiedHandlers } from "./simplified.ts";
