/**
 * The service as a whole: a handler for every segment, in process or over HTTP and WebSocket.
 *
 * @module
 */
export { createService, type Service } from "./create_service.ts";
export { listen, type Listener } from "./listen.ts";
export type { ChainEntry, ErrorEntry, LogEntry, RequestEntry } from "./logs.ts";
export type { Protocol } from "../request.ts";
export type { Upstream } from "../api/served_chain.ts";
export type { ListenOptions, ProducerMode, Role, ServiceOptions } from "../options/mod.ts";
