/**
 * The store on SQLite: one file, or memory.
 *
 * @module
 */
export {
  openSqliteSnapshot,
  openSqliteStore,
  REMEDY,
  type SqliteStoreOptions,
} from "./open_sqlite_store.ts";
