/**
 * Subscriptions: what is asked for, the state machine, and the stream that a reader takes events from.
 *
 * @module
 */
export * from "./read_options.ts";
export * from "./subscription.ts";
