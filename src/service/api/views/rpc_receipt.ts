import type * as Wire from "../../../generated/service/types.gen.ts";
import type { ExecutedTransaction } from "../../chain/ledger/mod.ts";

/** The receipt of a transaction in a block. */
export function rpcReceipt(transaction: ExecutedTransaction): Wire.RpcReceipt {
  const { hash, blockHeight, blockHash, status, gasUsed, logs } = transaction;
  return {
    transactionHash: hash,
    blockNumber: blockHeight,
    blockHash,
    status: status === "success" ? 1 : 0,
    gasUsed: gasUsed.toString(),
    logs: logs.map((log) => ({ ...log })),
  };
}
