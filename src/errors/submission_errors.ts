import type { RpcReceipt } from "../generated/types.gen.ts";
import { messageOf } from "../validation/mod.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

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

/** Rejects a wait for a receipt that ended without one. */
export class NoReceiptError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "NoReceiptError";
  /** The same as `reason`. */
  declare readonly code: NoReceiptError["reason"];
  /**
   * Reason the wait ended. `replaced`: another transaction has its nonce. `dropped`: it was known, and is no longer in a
   * block or pending. `timeout`: its state is still open.
   */
  readonly reason: "replaced" | "dropped" | "timeout";
  /** Hash of the awaited transaction. */
  readonly txHash: string;
  /** Hash of the transaction that replaced it; undefined if it was not replaced. */
  readonly replacedBy: string | undefined;
  /** Findings of the last check. */
  readonly evidence: readonly Evidence[];

  /**
   * Created by the client; `context` describes the call.
   *
   * @param found Findings of the last check.
   */
  constructor(
    reason: NoReceiptError["reason"],
    found: {
      readonly txHash: string;
      readonly replacedBy?: string | undefined;
      readonly evidence: readonly Evidence[];
    },
    context: ErrorContext,
  ) {
    const seen =
      found.evidence.map(({ text }) => text).join("; ") || "no request was answered in time";
    super(`No receipt of ${found.txHash} (${reason}): ${seen}`, {
      ...context,
      code: reason,
      retryable: reason === "timeout",
    });
    this.reason = reason;
    this.txHash = found.txHash;
    this.replacedBy = found.replacedBy;
    this.evidence = found.evidence;
  }
}

/** One finding about a submitted transaction. */
export interface Evidence {
  /**
   * Kind of the finding: the transaction by its hash, its receipt, the nonces of its account, another transaction with
   * its nonce, or a failed request.
   */
  readonly kind: "transaction" | "receipt" | "nonce" | "other" | "fault";
  /** Operation id or method name of the request. */
  readonly operation: string;
  /** Description of the finding in English. */
  readonly text: string;
  /** The transaction that was found. */
  readonly txHash?: string;
  /** Height of its block; null while it is pending. */
  readonly blockNumber?: number | null;
  /** Next nonce of the account: by its blocks alone, and with pending transactions counted. */
  readonly nonces?: { readonly inBlocks: number; readonly next: number };
  /** Error of a failed request. */
  readonly error?: unknown;
}

/** Result of {@linkcode AmbiguousSubmissionError.reconcile}. */
export interface Reconciliation {
  /**
   * State of the transaction: `landed` in a block, `pending` in the mempool, `refused` for good since another transaction
   * used its nonce, or `unknown` for now.
   */
  readonly outcome: "landed" | "pending" | "refused" | "unknown";
  /**
   * Field by which the transaction was found. `nonce`: the account has a transaction with that nonce, which is the
   * submitted one unless somebody else signs for the account too.
   */
  readonly basis: "hash" | "nonce" | undefined;
  /** Hash of the transaction, if it was known or found. */
  readonly txHash: string | undefined;
  /** Its receipt, if it landed. Status 0: it failed in its block. */
  readonly receipt: RpcReceipt | undefined;
  /** Findings in the order of their requests. */
  readonly evidence: readonly Evidence[];
}
