/**
 * What makes the events of a client. No entry of the package.
 *
 * @module
 */
export { createEvents } from "./create_events.ts";
export { type EventClock, RUNTIME_CLOCK } from "./event_clock.ts";
export type { ChainReads } from "./events.ts";
export type { PollingToday } from "./plan_polling.ts";
