/**
 * Seeded traffic: what the devnet's own accounts send, in the history and while it runs.
 *
 * @module
 */
export * from "./traffic.ts";
