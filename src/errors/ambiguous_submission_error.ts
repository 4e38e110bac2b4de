import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";
import type { Reconciliation } from "./evidence.ts";

/** Facts about the submitted transaction; never its bytes. */
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
  /** Ends the questions; rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * A transaction was sent and no answer came that tells what became of it, so it may have been accepted or not. `cause`
 * says what came instead.
 *
 * Do not sign another one in its place before `reconcile` says `refused`.
 */
export class AmbiguousSubmissionError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "AmbiguousSubmissionError";
  /** Facts about the transaction. */
  readonly transaction: SubmittedTransaction;
  /**
   * Finds out what became of the transaction, by its hash, its nonce and its receipt. It asks once: where it says
   * `unknown` or `pending`, ask again later. It resolves even where questions fail; the evidence says so.
   *
   * @param options What was not told with the submission: hash, sender or nonce.
   */
  readonly reconcile: (options?: ReconcileOptions) => Promise<Reconciliation>;

  /**
   * Says that an answer was lost.
   *
   * @param reconcile What `reconcile` calls.
   */
  constructor(
    transaction: SubmittedTransaction,
    reconcile: (options?: ReconcileOptions) => Promise<Reconciliation>,
    context: ErrorContext,
  ) {
    super(`Cannot tell whether the transaction was accepted: ${reasonOf(context.cause)}`, {
      ...context,
      code: "ambiguous",
    });
    this.transaction = transaction;
    this.reconcile = reconcile;
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "the call was ended while it was under way";
}
