import { rulesOf } from "./_rules.ts";
import type { PendingTransaction, PreparedTransaction } from "./transaction.ts";
import type { WorkingState } from "./working_state.ts";

/**
 * State keys that checking and executing a transaction read, as far as `known` tells them: `readStateFor` reads them
 * all before either.
 */
export function keysOf(transaction: PreparedTransaction, known: WorkingState): string[] {
  return rulesOf(transaction.body.chain).keys(transaction, known);
}

/** Fields of a transaction that are known before it is in a block. */
export function describeTransaction(transaction: PreparedTransaction): PendingTransaction {
  const { hash, raw, body } = transaction;
  const { type, from, nonce, gasPrice, gasLimit } = body;
  const movement = rulesOf(body.chain).describe(transaction);
  return { hash, type, from, ...movement, nonce, gasPrice, gasLimit, raw };
}
