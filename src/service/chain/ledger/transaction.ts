import type { SignedTransaction } from "../../../devnet/internal.ts";
import type { Address, Amount, Hex, UnixSeconds } from "../../../units/mod.ts";
import type { StateChange, TreeNode } from "../state_tree/mod.ts";
import { type LedgerBlock, merkleRoot } from "./block.ts";

/** A transaction whose bytes were read, with the hash it goes by. */
export interface PreparedTransaction<T extends SignedTransaction = SignedTransaction> {
  readonly hash: Hex;
  /** The bytes as they were submitted. */
  readonly raw: Uint8Array;
  readonly body: T;
}

/** A transaction as it is known before it is in a block. */
export interface PendingTransaction {
  readonly hash: Hex;
  readonly type: string;
  /** The signer; on alpha also the owner of every record spent. */
  readonly from: Address;
  /**
   * The receiver; on alpha the first owner of a created record that is not the sender. A delegation's is its validator,
   * and what has no receiver shows the sender (decided).
   */
  readonly to: Address;
  /**
   * Base units moved; on alpha the sum of the records created for others than the sender. On delta also what is staked,
   * taken out of a stake, or put down for a proposal; tokens are not counted here, their amount is in the log (decided).
   */
  readonly value: Amount;
  readonly nonce: number;
  readonly gasPrice: Amount;
  readonly gasLimit: Amount;
  /** Alpha: serial numbers of the records spent. */
  readonly serialNumbers?: readonly Hex[];
  /** Alpha: commitments of the records created, by index. */
  readonly commitments?: readonly Hex[];
  /** The signed bytes. */
  readonly raw: Uint8Array;
}

/** Something that happened while a transaction ran. */
export interface Log {
  /** Position within the transaction, from 0. */
  readonly index: number;
  /** Account that the event is about. */
  readonly address: Address;
  readonly event: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Result of a transaction in a block: `failed` cost gas and changed nothing else. */
export type ExecutionStatus = "success" | "failed";

/** A transaction in a block. */
export interface ExecutedTransaction extends PendingTransaction {
  /** Position in the block, from 0. */
  readonly index: number;
  readonly blockHeight: number;
  readonly blockHash: Hex;
  readonly timestamp: UnixSeconds;
  readonly gasUsed: Amount;
  readonly status: ExecutionStatus;
  readonly logs: readonly Log[];
}

/** A block with everything that follows from it. */
export interface ProducedBlock {
  readonly block: LedgerBlock;
  /** The block's transactions, in its order. */
  readonly executed: readonly ExecutedTransaction[];
  /** State changes of the block, sorted by key, each key once. */
  readonly changes: readonly StateChange[];
  /** Nodes of the state tree that these changes replace. */
  readonly treeNodes: readonly TreeNode[];
}

/** The fields of a transaction that its receipt commits to. */
export interface Receipt {
  readonly hash: Hex;
  readonly status: ExecutionStatus;
  readonly gasUsed: Amount;
  readonly logs: readonly Omit<Log, "index">[];
}

/** The Merkle root over the receipts of a block: each the JSON array of a tag and its fields, in their order. */
export function receiptsRoot(receipts: readonly Receipt[]): Hex {
  return merkleRoot(receipts.map(receiptText));
}

function receiptText({ hash, status, gasUsed, logs }: Receipt): string {
  const events = logs.map(({ address, event, data }) => ({ address, event, data }));
  const fields = ["alphadelta receipt", hash, status, gasUsed.toString(), events];
  return JSON.stringify(fields);
}
