import type { Submission } from "../../chain/block_source.ts";
import type { PreparedTransaction, Refusal } from "../../chain/ledger/mod.ts";
import type { PendingBytes } from "../../chain/store/mod.ts";

/** A mempool that several processes add transactions to, of which one produces blocks. */
export interface SharedMempool {
  /** Accepts a transaction with valid bytes, or refuses it. */
  accept(transaction: PreparedTransaction): Promise<Submission | Refusal>;
  /** Transactions added since the last call, or since the store listed the pending ones. */
  next(): Promise<readonly PendingBytes[]>;
}
