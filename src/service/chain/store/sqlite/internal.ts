/**
 * An event log alone. Apart from `mod.ts`, whose types name none of Node's.
 *
 * @module
 */
export { openEventLog, type OpenedEventLog } from "./open_event_log.ts";
