/**
 * The parts that make the events of a client. No entry of the package.
 *
 * @module
 */
export { BlockReader } from "./block_reader.ts";
export { createEvents } from "./create_events.ts";
export { RUNTIME_CLOCK } from "./event_clock.ts";
export type { ChainReads } from "./events.ts";
export { REORGS, SUBSCRIBE } from "./_wire.ts";
export type { PollingToday } from "./polling_quota.ts";
