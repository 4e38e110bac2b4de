/**
 * Who sends a request: the holder of a key, else the peer's address, which trusted proxies may forward.
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
