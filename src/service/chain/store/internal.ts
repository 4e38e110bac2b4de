/**
 * The store on PostgreSQL, for whoever shares a database. Apart from `mod.ts`: the embedded service does not load it.
 *
 * @module
 */
export * from "./postgres/mod.ts";
