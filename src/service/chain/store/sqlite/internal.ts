/**
 * An event log, or other tables, alone. Apart from `mod.ts`, whose types name none of Node's.
 *
 * @module
 */
export { openEventLog, type OpenedEventLog } from "./open_event_log.ts";
export { openTables, type TablesOptions } from "./open_tables.ts";
