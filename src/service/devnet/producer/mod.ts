/**
 * The devnet: accepts signed transactions and produces blocks of them.
 *
 * @module
 */
export { refuseFull, statusOf } from "./_check_submission.ts";
export * from "./devnet.ts";
export * from "./devnet_options.ts";
export * from "./open_devnet.ts";
export * from "./producer_mode.ts";
export * from "./reorganisation.ts";
export * from "./shared_mempool.ts";
