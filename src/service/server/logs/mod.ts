/**
 * Log entries: one JSON object a line, without keys, bodies and queries.
 *
 * @module
 */
export * from "./log_entries.ts";
export * from "./log_entry.ts";
