/**
 * Submitting transactions, finding out what became of them, and waiting for receipts.
 *
 * @module
 */
export { Nonces } from "./nonces.ts";
export type {
  NonceOptions,
  NoncesOptions,
  NonceSubmission,
  SignedForNonce,
} from "./nonces_options.ts";
export { reconcile } from "./reconcile.ts";
export {
  sendRawTransaction,
  type Submission,
  type SubmissionOptions,
} from "./send_raw_transaction.ts";
export type { SubmissionContext } from "./submission_context.ts";
export { waitForReceipt, type WaitOptions } from "./wait_for_receipt.ts";
