import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";
import type { Evidence } from "./evidence.ts";

/**
 * Reason a wait ended without a receipt. `replaced`: another transaction has its nonce. `dropped`: it was known, and is
 * no longer in a block or pending. `timeout`: its state is still open.
 */
export type NoReceiptReason = "replaced" | "dropped" | "timeout";

/** Rejects a wait for a receipt that ended without one. */
export class NoReceiptError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "NoReceiptError";
  /** The same as `reason`. */
  declare readonly code: NoReceiptReason;
  /** Reason the wait ended. */
  readonly reason: NoReceiptReason;
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
    reason: NoReceiptReason,
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
