/**
 * API keys: issued once, kept as hashes, found again by hash.
 *
 * @module
 */
export * from "./find_key.ts";
export * from "./issue_key.ts";
export * from "./key_store.ts";
export * from "./postgres_key_store.ts";
export * from "./presented_key.ts";
export * from "./sqlite_key_store.ts";
