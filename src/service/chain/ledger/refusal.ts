/** Why a transaction is refused before it gets anywhere near a block, as the interface's error names. */
export type RefusalCode =
  | "TransactionRejected"
  | "InsufficientFunds"
  | "NonceTooLow"
  | "NonceTooHigh";

/** A transaction that is not accepted: a value, since refusing is ordinary work. */
export interface Refusal {
  /** Name of the error. */
  readonly code: RefusalCode;
  /** Cause, current value and what is allowed. */
  readonly reason: string;
}

/** Tells a refusal from what stands in its place when all is well. */
export function isRefusal(outcome: object | undefined): outcome is Refusal {
  return outcome !== undefined && "code" in outcome && "reason" in outcome;
}
