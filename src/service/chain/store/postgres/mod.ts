/**
 * The store on PostgreSQL: a schema of one database, for any number of readers and one writer.
 *
 * @module
 */
export * from "./segment_schema.ts";
export { LeaseLostError } from "./_engine.ts";
export * from "./postgres_store.ts";
export * from "./pending_check.ts";
