/**
 * Identifies the caller of a request: the holder of its key, or else the peer's address, as forwarded by trusted
 * proxies.
 *
 * @module
 */
export * from "./identify.ts";
export * from "./loopback.ts";
export { isAddressRange, isLoopback } from "../../../ip_addresses.ts";
