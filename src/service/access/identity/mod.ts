/**
 * Identifies the caller of a request: the holder of its key, or else the peer's address, as forwarded by trusted
 * proxies.
 *
 * @module
 */
export * from "./canonical_address.ts";
export * from "./identify.ts";
export * from "./is_local_request.ts";
export * from "./is_loopback.ts";
export * from "./request_origin.ts";
export * from "./subject_of_address.ts";
export * from "./trusted_proxies.ts";
