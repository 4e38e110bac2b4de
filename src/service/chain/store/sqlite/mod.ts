/**
 * The SQLite carrier of the store: one file, or memory.
 *
 * @module
 */
export * from "./open_sqlite_store.ts";
