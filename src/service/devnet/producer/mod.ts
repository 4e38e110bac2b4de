/**
 * The devnet: accepts signed transactions and produces blocks of them.
 *
 * @module
 */
export { Claims, spentBy } from "./mempool.ts";
export { judgeAll, SubmissionBatches, submissionStatus, type Submitted } from "./submissions.ts";
export * from "./devnet.ts";
export * from "./devnet_options.ts";
export * from "./open_devnet.ts";
