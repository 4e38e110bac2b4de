/**
 * Where a chain is persisted: the asynchronous port that the service reads and writes through, and the stores on SQLite and
 * PostgreSQL.
 *
 * @module
 */
export * from "./check/mod.ts";
export * from "./dump/mod.ts";
export * from "./event_log.ts";
export * from "./load_postgres_store.ts";
export type * from "./postgres/mod.ts";
export * from "./rendered.ts";
export * from "./sqlite/mod.ts";
export * from "./store.ts";
