/**
 * What makes the events of a client. No entry of the package.
 *
 * @module
 */
export { createEvents } from "./create_events.ts";
export { RUNTIME_CLOCK } from "./event_clock.ts";
export type { ChainReads } from "./events.ts";
