/**
 * The store on SQLite: one file, or memory.
 *
 * @module
 */
export { fillChainFile, readChainFile } from "./chain_tables.ts";
export { openSqliteStore, REMEDY, type SqliteStoreOptions } from "./open_sqlite_store.ts";
