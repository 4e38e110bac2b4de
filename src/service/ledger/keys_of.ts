import { rulesOf } from "./_rules.ts";
import type { PendingTransaction, PreparedTransaction } from "./transaction.ts";

/** State keys that checking and executing a transaction read. The caller reads them before either. */
export function keysOf(transaction: PreparedTransaction): string[] {
  return rulesOf(transaction.body.chain).keys(transaction);
}

/** What a transaction shows of itself before it is in a block. */
export function describeTransaction(transaction: PreparedTransaction): PendingTransaction {
  const { hash, raw, body } = transaction;
  const { type, from, nonce, gasPrice, gasLimit } = body;
  const movement = rulesOf(body.chain).describe(transaction);
  return { hash, type, from, ...movement, nonce, gasPrice, gasLimit, raw };
}
