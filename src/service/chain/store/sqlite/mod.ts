/**
 * The store on SQLite: one file, or memory.
 *
 * @module
 */
export * from "./open_sqlite_store.ts";
