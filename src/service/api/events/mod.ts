/**
 * Events: what the log keeps of a chain, and how its subscribers are told, whatever carries them.
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
