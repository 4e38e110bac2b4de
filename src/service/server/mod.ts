/**
 * The service as a whole: requests to the handlers of each segment, in process or over HTTP.
 *
 * @module
 */
export * from "./chain_file.ts";
export type { Connection } from "./connect.ts";
export * from "./create_service.ts";
export * from "./listen.ts";
export * from "./load_chain.ts";
export * from "./log_entry.ts";
export * from "./open_keys.ts";
export * from "./require_loopback.ts";
export * from "./service_options.ts";
export type { Carrier } from "./service_parts.ts";
export type { SessionLink } from "../events/mod.ts";
export type { SocketLink } from "./socket_link.ts";
export type { SocketSession } from "./socket_session.ts";
export type { Block } from "../ledger/mod.ts";
export type { Loaded, LoadOptions, Progress } from "../store/mod.ts";
