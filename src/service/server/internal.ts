/**
 * Chains of a data folder or a database, and what adapters exchange with a service. No entry of the package.
 *
 * @module
 */
export {
  backUp,
  checkChain,
  copyChain,
  hasKeys,
  migrate,
  openKeys,
  openSharedKeys,
  storedSegments,
} from "./data_folder/mod.ts";
export { openService } from "./create_service.ts";
export { requirePort } from "./listen.ts";
export type { Connection, SocketLink, SocketSession } from "../request.ts";
