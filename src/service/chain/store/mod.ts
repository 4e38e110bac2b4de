/**
 * Where a chain is persisted: the asynchronous port that the service reads and writes through, and the store on SQLite.
 *
 * @module
 */
export * from "./check/mod.ts";
export * from "./dump/mod.ts";
export * from "./event_log.ts";
export * from "./rendered.ts";
export * from "./sqlite/mod.ts";
export * from "./store.ts";
