import type { Amount, Hex } from "../../../units/mod.ts";
import { merkleRoot } from "./merkle_root.ts";
import type { ExecutionStatus, Log } from "./transaction.ts";

/** The fields of a transaction that its receipt commits to. */
export interface Receipt {
  /** The transaction's hash. */
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
