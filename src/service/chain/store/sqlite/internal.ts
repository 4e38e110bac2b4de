/**
 * An event log alone. Apart from `mod.ts`, whose types name none of Node's.
 *
 * @module
 */
export { EVENTS_WITHOUT_PENDING } from "./open_sqlite_store.ts";
export { openEventLog, type OpenedEventLog } from "./open_event_log.ts";
