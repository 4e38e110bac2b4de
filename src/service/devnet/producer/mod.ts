/**
 * The devnet: accepts signed transactions and produces blocks of them.
 *
 * @module
 */
export { refuseFull, statusOf } from "./_submissions.ts";
export * from "./devnet.ts";
export * from "./open_devnet.ts";
