/**
 * The devnet: accepts signed transactions and produces blocks of them.
 *
 * @module
 */
export { Claims, spentBy } from "./_mempool.ts";
export { judgeAll, submissionStatus, type Submitted } from "./_submissions.ts";
export * from "./devnet.ts";
export * from "./open_devnet.ts";
