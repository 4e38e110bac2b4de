/**
 * Who asks, and by which address: what proxies tell is believed of those alone that are trusted.
 *
 * @module
 */
export * from "./canonical.ts";
export * from "./request_origin.ts";
export * from "./subject_of_address.ts";
export * from "./trusted_proxies.ts";
