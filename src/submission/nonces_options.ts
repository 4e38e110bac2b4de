import type { Reconciliation } from "../errors/mod.ts";
import type { Submission } from "./send_raw_transaction.ts";

/** Options of a `Nonces`. */
export interface NoncesOptions {
  /**
   * Milliseconds that a submission whose answer was lost holds its nonce while it cannot be found, and that a limit may
   * delay it.
   *
   * @default {30_000}
   */
  readonly settleTimeout?: number;
  /** Milliseconds between looks for such a submission. @default the chain's mean block time */
  readonly pollInterval?: number;
  /**
   * Most times that `send` submits the same bytes again when a submission whose answer was lost cannot be found within
   * `pollInterval`; after the last time it is looked for during `settleTimeout`. The bytes carry one nonce, so they can be
   * in a block only once. @default {0}
   */
  readonly resend?: number;
}

/** A transaction signed for a nonce. */
export interface SignedForNonce {
  /** The signed transaction in hex. */
  readonly signedTx: string;
  /** Its hash, where the signer knows it. Without it, a submission whose answer was lost stays uncertain. */
  readonly txHash?: string | undefined;
}

/** The result of `send`. */
export interface NonceSubmission {
  /** Hash of the transaction. */
  readonly txHash: string;
  /** Its status when it was accepted. */
  readonly status: Submission["status"];
  /** Nonce that it has. */
  readonly nonce: number;
  /** Proof that it was accepted, where the answer was lost. */
  readonly reconciliation?: Reconciliation;
}

/** Options of one use of a nonce. */
export interface NonceOptions {
  /**
   * Ends it at once, and lets the next one in. While it waits for its turn, the signer or other work it rejects with the
   * signal's reason, once `send` has sent something with an `AmbiguousSubmissionError`.
   */
  readonly signal?: AbortSignal | undefined;
}
