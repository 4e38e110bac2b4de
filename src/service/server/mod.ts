/**
 * The service as a whole: requests to the handlers of each segment, in process or over HTTP.
 *
 * @module
 */
export * from "./data_folder/chain_file.ts";
export type { Connection } from "./websocket/connect.ts";
export * from "./create_service.ts";
export * from "./http/listen.ts";
export * from "./data_folder/load_chain.ts";
export * from "./logs/log_entry.ts";
export * from "./data_folder/open_keys.ts";
export * from "./require_loopback.ts";
export * from "./service_options.ts";
export type { Carrier } from "./service_parts.ts";
export type { SessionLink } from "../api/events/mod.ts";
export type { SocketLink } from "./websocket/socket_link.ts";
export type { SocketSession } from "./websocket/socket_session.ts";
export type { Block } from "../chain/ledger/mod.ts";
export type { Loaded, LoadOptions, Progress } from "../chain/store/mod.ts";
