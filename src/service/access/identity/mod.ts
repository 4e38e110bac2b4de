/**
 * Identifies the caller of a request: the holder of its key, or else the peer's address, as forwarded by trusted
 * proxies.
 *
 * @module
 */
export * from "./addresses.ts";
export * from "./identify.ts";
