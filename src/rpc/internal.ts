/**
 * Calls as the transport sends them. No entry of the package.
 *
 * @module
 */
export { rpcCall } from "./wire.ts";
