/**
 * Submitting transactions, finding out what became of them, waiting for receipts, and comparing what REST and JSON-RPC
 * say.
 *
 * @module
 */
export * from "./nonces.ts";
export type * from "./nonces_options.ts";
export { reconcile } from "./reconcile.ts";
export {
  sendRawTransaction,
  type Submission,
  type SubmissionOptions,
} from "./send_raw_transaction.ts";
export type { SubmissionContext } from "./submission_context.ts";
export * from "./verify.ts";
export * from "./wait_for_receipt.ts";
