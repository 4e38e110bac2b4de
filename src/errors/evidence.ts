import type { RpcReceipt } from "../generated/types.gen.ts";

/**
 * Kind of a finding: the transaction by its hash, its receipt, the nonces of its account, another transaction with its
 * nonce, or a failed request.
 */
export type EvidenceKind = "transaction" | "receipt" | "nonce" | "other" | "fault";

/** One finding about a submitted transaction. */
export interface Evidence {
  /** Kind of the finding. */
  readonly kind: EvidenceKind;
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

/**
 * State of a submission: `landed` in a block, `pending` in the mempool, `refused` for good since another transaction
 * used its nonce, or `unknown` for now.
 */
export type SubmissionOutcome = "landed" | "pending" | "refused" | "unknown";

/** Result of {@linkcode AmbiguousSubmissionError.reconcile}. */
export interface Reconciliation {
  /** State of the transaction, as far as it is known. */
  readonly outcome: SubmissionOutcome;
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
