/**
 * Events: the log of a chain, and the subscriptions that send it, independent of the transport.
 *
 * @module
 */
export * from "./address_index.ts";
export * from "./event_frames.ts";
export * from "./event_session.ts";
export type { SessionLink } from "./_outbox.ts";
export * from "./event_feed.ts";
export * from "./topics.ts";
