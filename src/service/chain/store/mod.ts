/**
 * Where a chain is persisted: the asynchronous port that the service reads and writes through, and the stores on SQLite and
 * PostgreSQL.
 *
 * @module
 */
export type { ChainStore } from "./_chain_store.ts";
export * from "./check_store.ts";
export * from "./copy_tables.ts";
export * from "./event_log.ts";
export * from "./store.ts";
export * from "./sqlite/mod.ts";
