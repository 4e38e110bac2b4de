/**
 * The service as a whole: a handler for every segment, in process or over HTTP and WebSocket.
 *
 * @module
 */
export * from "./create_service.ts";
export {
  type ChainFile,
  checkChain,
  dumpChain,
  hasKeys,
  loadChain,
  type LoadChainOptions,
  openKeys,
  storedSegments,
} from "./data_folder/mod.ts";
export * from "./listen.ts";
export type { ChainEntry, ErrorEntry, LogEntry, RequestEntry } from "./logs.ts";
export * from "./port.ts";
export * from "./shared_database.ts";
export {
  type ListenOptions,
  PRODUCER_MODES,
  type ProducerMode,
  type Role,
  type ServiceOptions,
} from "../options/mod.ts";
export type { SessionLink } from "../api/events/mod.ts";
export type { LedgerBlock } from "../chain/ledger/mod.ts";
export type { Loaded, LoadOptions, StoreProgress } from "../chain/store/mod.ts";
