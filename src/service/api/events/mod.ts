/**
 * Events: the log of a chain, and the subscriptions that send it, independent of the transport.
 *
 * @module
 */
export * from "./cursor.ts";
export * from "./event_errors.ts";
export * from "./event_feed.ts";
export * from "./event_render.ts";
export * from "./event_session.ts";
export * from "./filter_matchers.ts";
export * from "./topics.ts";
