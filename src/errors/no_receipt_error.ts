import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";
import type { Evidence } from "./evidence.ts";

/**
 * Why a wait ended without a receipt. `replaced`: another transaction has its nonce. `dropped`: it was known, and is
 * neither in a block nor pending any more. `timeout`: nothing is certain yet.
 */
export type NoReceiptReason = "replaced" | "dropped" | "timeout";

/** A wait for a receipt ended without one. */
export class NoReceiptError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "NoReceiptError";
  /** The same as `reason`. */
  declare readonly code: NoReceiptReason;
  /** Why the wait ended. */
  readonly reason: NoReceiptReason;
  /** Hash of the transaction that was waited for. */
  readonly txHash: string;
  /** Hash of the transaction that took its place, where it was replaced. */
  readonly replacedBy: string | undefined;
  /** Findings of the last look. */
  readonly evidence: readonly Evidence[];

  /**
   * Says what the last look found.
   *
   * @param found What the last look found.
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
      found.evidence.map(({ text }) => text).join("; ") || "nothing was answered in time";
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
