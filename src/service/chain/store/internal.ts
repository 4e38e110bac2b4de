/**
 * The store on PostgreSQL, for whoever shares a database, and an event log alone. Apart from `mod.ts`: the embedded service
 * loads neither.
 *
 * @module
 */
export * from "./postgres/mod.ts";
export { openEventLog, type OpenedEventLog } from "./sqlite/internal.ts";
