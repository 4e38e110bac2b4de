/**
 * The devnet: accepts signed transactions and makes blocks of them by itself.
 *
 * @module
 */
export * from "./devnet.ts";
export * from "./devnet_options.ts";
export * from "./open_devnet.ts";
export * from "./producer_mode.ts";
export * from "./reorganisation.ts";
