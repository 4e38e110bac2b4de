import { messageOf } from "../validation/mod.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";
import type { Reconciliation } from "./evidence.ts";

/** Identifies a submitted transaction; never holds its bytes. */
export interface SubmittedTransaction {
  /** Hash of the transaction. */
  readonly txHash?: string | undefined;
  /** Address of the sender. */
  readonly from?: string | undefined;
  /** Nonce of the transaction. */
  readonly nonce?: number | undefined;
}

/** Options of {@linkcode AmbiguousSubmissionError.reconcile}. */
export interface ReconcileOptions extends SubmittedTransaction {
  /** Aborts the reconciliation, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Rejects a submission without a conclusive response: the transaction may or may not have been accepted. `cause` is the
 * failure.
 *
 * Do not sign a replacement before the outcome of `reconcile` is `refused`.
 */
export class AmbiguousSubmissionError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "AmbiguousSubmissionError";
  /** The submitted transaction. */
  readonly transaction: SubmittedTransaction;
  /**
   * Looks the transaction up by hash, nonce and receipt, once. If the outcome is `unknown` or `pending`, call it again
   * later. It resolves even if requests fail; failures are listed in the evidence.
   *
   * @param options Hash, sender or nonce, if they were not passed with the submission.
   */
  readonly reconcile: (options?: ReconcileOptions) => Promise<Reconciliation>;

  /**
   * Created by the client; `context` describes the call.
   *
   * @param reconcile Implementation of the method `reconcile`.
   */
  constructor(
    transaction: SubmittedTransaction,
    reconcile: (options?: ReconcileOptions) => Promise<Reconciliation>,
    context: ErrorContext,
  ) {
    const reason = messageOf(context.cause) ?? "the call was cancelled while in progress";
    super(`Cannot tell whether the transaction was accepted: ${reason}`, {
      ...context,
      code: "ambiguous",
    });
    this.transaction = transaction;
    this.reconcile = reconcile;
  }
}
