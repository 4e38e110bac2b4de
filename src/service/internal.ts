/**
 * The service as the command line uses it: keys, chains of a data folder or database, the guard of devnet control. No
 * entry of the package.
 *
 * @module
 */
export { issueKey, type KeyRecord, type KeyStore } from "./access/keys/mod.ts";
export { requireLoopback } from "./devnet/control/mod.ts";
export type { SentResponse, ServiceRequest, ServiceResponse } from "./request.ts";
export {
  checkChain,
  dumpChain,
  hasKeys,
  loadChain,
  openKeys,
  storedSegments,
} from "./server/data_folder/mod.ts";
export type { RequestEntry } from "./server/logs.ts";
export type { Connection, SocketLink, SocketSession } from "./server/port.ts";
export { migrate, openSharedKeys } from "./server/shared_database.ts";
