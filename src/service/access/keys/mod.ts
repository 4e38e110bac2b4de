/**
 * API keys: issued once, stored and looked up by hash.
 *
 * @module
 */
export { keyTables } from "./_key_statements.ts";
export * from "./api_key.ts";
export * from "./key_store.ts";
export * from "./key_uses.ts";
export * from "./postgres_key_store.ts";
export * from "./sqlite_key_store.ts";
