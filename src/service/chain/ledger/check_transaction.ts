import { rulesOf } from "./_rules.ts";
import type { PendingClaims } from "./chain_rules.ts";
import type { Refusal } from "./refusal.ts";
import type { PreparedTransaction } from "./transaction.ts";
import type { WorkingState } from "./working_state.ts";

export type { PendingClaims } from "./chain_rules.ts";

/** Checks a transaction against the state of the head and what is pending. `undefined`: it may wait for a block. */
export function checkTransaction(
  transaction: PreparedTransaction,
  state: WorkingState,
  claims: PendingClaims,
): Refusal | undefined {
  const { chain, nonce, from } = transaction.body;
  if (nonce !== claims.nextNonce) {
    const code = nonce < claims.nextNonce ? "NonceTooLow" : "NonceTooHigh";
    const reason = `Nonce is ${nonce}, the next nonce of ${from} is ${claims.nextNonce}, counting pending transactions`;
    return { code, reason };
  }
  return rulesOf(chain).check(transaction, state, claims);
}
