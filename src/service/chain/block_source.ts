import type { Address, Hex } from "../../units/mod.ts";
import type {
  LedgerBlock,
  PendingTransaction,
  PreparedTransaction,
  ProducedBlock,
  Refusal,
} from "./ledger/mod.ts";

/** An accepted transaction and where it stands. */
export interface SourceSubmission {
  /** Hash of the transaction. */
  readonly txHash: Hex;
  /** Its present status. */
  readonly status: "pending" | "confirmed" | "failed";
}

/** The outcome of a submission. */
export type SubmissionOutcome = SourceSubmission | Refusal;

/** A block was added on top of the chain. It is in the store when this is announced. */
export interface BlockAdded extends ProducedBlock {
  readonly kind: "block";
}

/** Blocks were taken off the top of the chain, by a reorganisation. */
export interface BlocksRemoved {
  readonly kind: "removed";
  /** Lowest height that was removed. */
  readonly fromHeight: number;
  /** Head before. */
  readonly oldHead: LedgerBlock;
  /** Head after, before other blocks follow. */
  readonly newHead: LedgerBlock;
}

/** A transaction waits for a block: it was accepted, or it fell out of a removed one. */
export interface TransactionPending {
  readonly kind: "pending";
  readonly transaction: PreparedTransaction;
}

/** A transaction that was accepted is in no block and waits for none any more. */
export interface TransactionDropped {
  readonly kind: "dropped";
  readonly transaction: PreparedTransaction;
  /** Cause, current value and allowed values. */
  readonly reason: string;
}

export type Announcement = BlockAdded | BlocksRemoved | TransactionPending | TransactionDropped;

/**
 * The source of one chain's blocks. It is the store's only writer.
 */
export interface BlockSource {
  /**
   * Takes a signed transaction. When this resolves to a submission, the transaction is kept across restarts. The same
   * bytes again give the same hash with its current status.
   */
  submit(raw: Uint8Array): Promise<SubmissionOutcome>;

  /**
   * A transaction that waits for a block; `undefined` if unknown or in a block. Whoever wants a transaction wherever it
   * is asks here first and the store second: it may get into a block in between. When a reorganisation takes it out of
   * one, it is found here before it is gone from there.
   */
  findPending(hash: Hex): Promise<PendingTransaction | undefined>;

  /** Target seconds from one block to the next; the last value set, while there are no automatic blocks. */
  readonly blockTime: number;

  /** Number of transactions that wait for a block. */
  readonly pendingCount: number;

  /** Why the last block or the last submission failed; `undefined` where both succeeded. */
  readonly failure: string | undefined;

  /** The next nonce an address may use, its pending transactions counted. */
  nextNonce(address: Address): Promise<number>;

  /** Stops making blocks once the work under way is done. The store stays open. A further call waits for the same. */
  close(): Promise<void>;
}
