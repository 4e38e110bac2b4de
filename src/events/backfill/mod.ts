/**
 * Blocks and transactions read through REST where events cannot be had: to backfill a gap, or to poll.
 *
 * @module
 */
export { ChainWalk } from "./chain_walk.ts";
export * from "./polling_quota.ts";
export * from "./rest_reader.ts";
export { canMatch } from "./topic_walk.ts";
