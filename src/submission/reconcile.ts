import {
  AmbiguousSubmissionError,
  type ErrorContext,
  isAlphadeltaError,
  type ReconcileOptions,
  type Reconciliation,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import { checkOptions, SIGNAL } from "../validation/mod.ts";
import { type Inspection, inspect } from "./_inspect.ts";
import type { SubmissionContext } from "./submission_context.ts";

const OUTCOMES: Readonly<Record<Inspection["state"], Reconciliation["outcome"]>> = {
  landed: "landed",
  pending: "pending",
  replaced: "refused",
  absent: "unknown",
};

/**
 * Finds out what became of a transaction, by its hash where that is known, by sender and nonce, and by its receipt.
 *
 * `refused` is said on proof alone: another transaction with its nonce is in a block, so this one can never be. Nothing
 * found is `unknown`, since a request may still be under way.
 *
 * @throws The signal's reason on an abort. Questions that fail are part of the evidence.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { reconcile } from "alphadelta/submission";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const { outcome } = await reconcile(delta, { txHash: `0x${"00".repeat(32)}` });
 * console.log(outcome); // unknown
 * ```
 */
export async function reconcile(
  context: SubmissionContext,
  transaction: SubmittedTransaction,
  options: Pick<ReconcileOptions, "signal"> = {},
): Promise<Reconciliation> {
  checkOptions("Cannot reconcile", options, { signal: SIGNAL });
  const inspection = await inspect(context, transaction, options);
  const { state, basis, txHash, receipt, evidence } = inspection;
  const isCertain = state !== "absent";
  return {
    outcome: OUTCOMES[state],
    basis: isCertain ? basis : undefined,
    txHash,
    receipt,
    evidence,
  };
}

/** Method of a submission. */
export const METHOD = "tx_sendRawTransaction";

/**
 * The error of a submission with an unknown outcome.
 *
 * @param cause The error instead of an answer, or an answer that proves nothing.
 */
export function ambiguousSubmission(
  context: SubmissionContext,
  transaction: SubmittedTransaction,
  cause: unknown,
): AmbiguousSubmissionError {
  const known = isAlphadeltaError(cause) ? cause : { segment: context.segment, operation: METHOD };
  return new AmbiguousSubmissionError(
    transaction,
    ({ signal, ...details } = {}) => {
      const target = {
        txHash: details.txHash ?? transaction.txHash,
        from: details.from ?? transaction.from,
        nonce: details.nonce ?? transaction.nonce,
      };
      return reconcile(context, target, { signal });
    },
    { ...knownContext(known), cause },
  );
}

/** The context of an error's call. */
export function knownContext({
  status,
  requestId,
  segment,
  operation,
  attempts,
}: ErrorContext): ErrorContext {
  return { status, requestId, segment, operation, attempts };
}
