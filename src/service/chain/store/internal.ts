/**
 * The store on PostgreSQL, for whoever shares a database, an event log alone, and other tables in a file of their own. Apart
 * from `mod.ts`: the embedded service loads neither.
 *
 * @module
 */
export * from "./postgres/mod.ts";
export * from "./sqlite/internal.ts";
