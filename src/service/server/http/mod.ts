/**
 * HTTP: an adapter for `node:http` and one in process.
 *
 * @module
 */
export * from "./answer_in_process.ts";
export * from "./connections.ts";
export * from "./open_server.ts";
export { NodeRequest } from "./node_request.ts";
