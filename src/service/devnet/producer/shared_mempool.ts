import type { Submission } from "../../chain/block_source.ts";
import type { PreparedTransaction, Refusal } from "../../chain/ledger/mod.ts";
import type { PendingBytes } from "../../chain/store/mod.ts";

/** A mempool that several processes put transactions in, of which one produces blocks. */
export interface SharedMempool {
  /** Takes a transaction whose bytes are right. */
  accept(transaction: PreparedTransaction): Promise<Submission | Refusal>;
  /** What came since the last call, or since the store listed what is pending. */
  next(): Promise<readonly PendingBytes[]>;
}
