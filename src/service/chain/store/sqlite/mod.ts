/**
 * The store on SQLite: one file, or memory.
 *
 * @module
 */
export * from "./open_sqlite_store.ts";
export * from "./sqlite_store_options.ts";
