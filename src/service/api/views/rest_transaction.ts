import type * as Wire from "../../../generated/service/types.gen.ts";
import type { ExecutedTransaction } from "../../chain/ledger/mod.ts";
import { alphaParts } from "./alpha_parts.ts";

/** A transaction in a block, as REST shows it. */
export function restTransaction(transaction: ExecutedTransaction): Wire.Transaction {
  const { hash, from, to, nonce, status, timestamp } = transaction;
  return {
    hash,
    blockNumber: transaction.blockHeight,
    blockHash: transaction.blockHash,
    from,
    to,
    value: transaction.value.toString(),
    nonce,
    gasPrice: transaction.gasPrice.toString(),
    gasLimit: transaction.gasLimit.toString(),
    gasUsed: transaction.gasUsed.toString(),
    status,
    timestamp,
    type: transaction.type as Wire.TransactionType,
    ...alphaParts(transaction),
  };
}
