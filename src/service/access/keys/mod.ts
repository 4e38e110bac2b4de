/**
 * API keys: issued once, stored and looked up by hash.
 *
 * @module
 */
export * from "./find_key.ts";
export * from "./issue_key.ts";
export * from "./key_store.ts";
export * from "./postgres_key_store.ts";
export * from "./presented_key.ts";
export * from "./sqlite_key_store.ts";
