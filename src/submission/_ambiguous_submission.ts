import {
  AmbiguousSubmissionError,
  type ErrorContext,
  isAlphadeltaError,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import { reconcile } from "./reconcile.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Method that submits. */
export const METHOD = "tx_sendRawTransaction";

/**
 * The error of a submission that may have been accepted or not.
 *
 * @param cause What came instead of an answer, or the answer that proves nothing.
 */
export function ambiguousSubmission(
  context: SubmissionContext,
  transaction: SubmittedTransaction,
  cause: unknown,
): AmbiguousSubmissionError {
  const known = isAlphadeltaError(cause) ? cause : { segment: context.segment, operation: METHOD };
  return new AmbiguousSubmissionError(
    transaction,
    ({ signal, ...told } = {}) => {
      const target = {
        txHash: told.txHash ?? transaction.txHash,
        from: told.from ?? transaction.from,
        nonce: told.nonce ?? transaction.nonce,
      };
      return reconcile(context, target, { signal });
    },
    { ...contextOf(known), cause },
  );
}

/** The context of an error's call. */
export function contextOf({
  status,
  requestId,
  segment,
  operation,
  attempts,
}: ErrorContext): ErrorContext {
  return { status, requestId, segment, operation, attempts };
}
