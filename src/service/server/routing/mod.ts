/**
 * The way of a request from any adapter: admit, match its server, hand it to REST, JSON-RPC or a page.
 *
 * @module
 */
export { CORS } from "./cors.ts";
export * from "./handle_request.ts";
export { answerStatus } from "./inject_fault.ts";
export { matchSocket } from "./match_server.ts";
export * from "./not_found_text.ts";
export * from "./wait_for_chain.ts";
export type { RoutedRequest, RoutingParts } from "./routed_request.ts";
