/**
 * Calls as the transport sends them. No entry of the package.
 *
 * @module
 */
export { placeMethod, rpcCall } from "./wire.ts";
