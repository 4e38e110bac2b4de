/**
 * The service as the command line uses it: keys, chains of a data folder or database, the guard of devnet control. No
 * entry of the package.
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
export { requireLoopback } from "./devnet/control/mod.ts";
export type { SentResponse, ServiceRequest, ServiceResponse } from "./request.ts";
export * from "./server/internal.ts";
