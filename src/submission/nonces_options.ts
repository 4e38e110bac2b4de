import type { Reconciliation } from "../errors/mod.ts";
import type { Submission } from "./send_raw_transaction.ts";

/** Options of a `Nonces` object. */
export interface NoncesOptions {
  /**
   * Milliseconds that a call holds its nonce after an answer that leaves open what became of the transaction. Meanwhile the
   * transaction is looked for; after a rate limit, `send` submits the same bytes again.
   *
   * @default {30_000}
   */
  readonly settleTimeout?: number;
  /** Milliseconds between two look-ups of such a transaction. @default the chain's mean block time */
  readonly pollInterval?: number;
  /**
   * Most times that `send` submits the same bytes again after a lost answer: each time that the transaction was not found
   * within `pollInterval`. After the last time it is looked for during `settleTimeout`. This cannot pay twice: the bytes
   * carry one nonce. @default {0}
   */
  readonly resend?: number;
}

/** A transaction signed for a nonce. */
export interface SignedForNonce {
  /** The signed transaction in hex. */
  readonly signedTx: string;
  /** Its hash, if the signer knows it. Without it, no look-up settles a lost answer: another transaction may have the nonce. */
  readonly txHash?: string | undefined;
}

/** The result of `send`. */
export interface NonceSubmission {
  /** Hash of the transaction. */
  readonly txHash: string;
  /** Status that the service answered, or that the look-up found. */
  readonly status: Submission["status"];
  /** Nonce of the transaction. */
  readonly nonce: number;
  /** How it was found, if the answer was lost. */
  readonly reconciliation?: Reconciliation;
}

/** Options of one `send` or `use`. */
export interface NonceOptions {
  /**
   * Ends the call at once and lets the next one in. It rejects with the signal's reason; but once `send` has submitted
   * something, with an `AmbiguousSubmissionError`.
   */
  readonly signal?: AbortSignal | undefined;
}
