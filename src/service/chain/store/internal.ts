/**
 * The store on PostgreSQL, for whoever shares a database, an event log alone, and the steps between versions of the tables. Apart
 * from `mod.ts`: the embedded service loads neither.
 *
 * @module
 */
export * from "./postgres/mod.ts";
export { openEventLog, type OpenedEventLog } from "./sqlite/open_event_log.ts";
export * from "./chain_steps.ts";
