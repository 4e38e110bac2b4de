import type * as Wire from "../../../generated/service/types.gen.ts";
import type { ExecutedTransaction, PendingTransaction } from "../../chain/ledger/mod.ts";
import { alphaParts } from "./alpha_parts.ts";

/** A transaction, pending or in a block, as JSON-RPC shows it. */
export function rpcTransaction(
  transaction: ExecutedTransaction | PendingTransaction,
): Wire.RpcTransaction {
  const { hash, from, to, value, nonce } = transaction;
  return {
    hash,
    from,
    to,
    value: value.toString(),
    nonce,
    ...placeOf(transaction),
    ...alphaParts(transaction),
  };
}

function placeOf(
  transaction: ExecutedTransaction | PendingTransaction,
): Pick<Wire.RpcTransaction, "blockNumber" | "blockHash" | "transactionIndex" | "status"> {
  if (!("blockHeight" in transaction)) {
    return { blockNumber: null, blockHash: null, transactionIndex: null, status: "pending" };
  }
  return {
    blockNumber: transaction.blockHeight,
    blockHash: transaction.blockHash,
    transactionIndex: transaction.index,
    status: transaction.status === "success" ? "confirmed" : "failed",
  };
}
