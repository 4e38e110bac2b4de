import type { RpcReceipt } from "../generated/client/types.gen.ts";

/**
 * What a question about a transaction was about: the transaction by its hash, its receipt, the nonces of its account,
 * the transaction that has its nonce, or an answer that did not come.
 */
export type EvidenceKind = "transaction" | "receipt" | "nonce" | "other" | "fault";

/** One thing that was found out about a transaction. */
export interface Evidence {
  /** Finding about the transaction. */
  readonly kind: EvidenceKind;
  /** Operation id or method name of the request. */
  readonly operation: string;
  /** The finding in words, for people. */
  readonly text: string;
  /** The transaction that was found. */
  readonly txHash?: string;
  /** Height of its block; null while it is pending. */
  readonly blockNumber?: number | null;
  /** Nonces of the account: the next one by the blocks alone, and the next one with pending transactions counted. */
  readonly nonces?: { readonly inBlocks: number; readonly next: number };
  /** Why there is no answer. */
  readonly error?: unknown;
}

/**
 * What became of a submission: in a block, accepted and waiting for one, impossible from now on since another
 * transaction took its nonce, or not to be told yet.
 */
export type SubmissionOutcome = "landed" | "pending" | "refused" | "unknown";

/** Result of {@linkcode AmbiguousSubmissionError.reconcile}. */
export interface Reconciliation {
  /** State of the transaction, as far as it can be told. */
  readonly outcome: SubmissionOutcome;
  /**
   * What the outcome rests on. `nonce`: a transaction of that account with that nonce was found; it is the submitted
   * one unless somebody else signs for the account too.
   */
  readonly basis: "hash" | "nonce" | undefined;
  /** Hash of the transaction, where it was known or found. */
  readonly txHash: string | undefined;
  /** Its receipt, where it landed. Status 0 is one that failed in its block. */
  readonly receipt: RpcReceipt | undefined;
  /** Requests and findings, in order. */
  readonly evidence: readonly Evidence[];
}
