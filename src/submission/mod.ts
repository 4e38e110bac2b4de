/**
 * Submitting transactions, finding out what became of them, waiting for receipts, and comparing what REST and JSON-RPC
 * say.
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
export {
  createVerify,
  type Difference,
  type Verification,
  type Verify,
  type VerifyOptions,
} from "./verify.ts";
export { waitForReceipt, type WaitOptions } from "./wait_for_receipt.ts";
