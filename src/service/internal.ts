/**
 * The service as the command line and the gateway use it: keys, chains of a data folder or database, the guard of devnet
 * control; what answers the requests of a segment. No entry of the package.
 *
 * @module
 */
export {
  issueKey,
  type KeyRecord,
  type KeyStore,
  type KeyUse,
  rotateKey,
} from "./access/keys/mod.ts";
export {
  type ChainAnswers,
  type Data,
  JsonText,
  type OperationInput,
  RestServiceError,
  RpcServiceError,
} from "./api/context/mod.ts";
export { EventFeed, eventsFrom } from "./api/events/mod.ts";
export { contentTag } from "./api/rest/mod.ts";
export type * from "./api/served_chain.ts";
export { DatabaseSync, openFile, prepareTables, type TableOptions } from "./sqlite.ts";
export { requireLoopback } from "./devnet/control/mod.ts";
export { knownRefusalText } from "./refusal_text.ts";
export type { SentResponse, ServiceRequest, ServiceResponse } from "./request.ts";
export * from "./server/internal.ts";
