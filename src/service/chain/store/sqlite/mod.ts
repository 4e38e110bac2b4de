/**
 * The store on SQLite: one file, or memory.
 *
 * @module
 */
export { openSqliteStore, type SqliteStoreOptions } from "./open_sqlite_store.ts";
