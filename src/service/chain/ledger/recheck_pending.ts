import { rulesOf } from "./_rules.ts";
import { checkTransaction } from "./check_transaction.ts";
import { ACCOUNT } from "./state_kinds.ts";
import type { PreparedTransaction } from "./transaction.ts";
import type { WorkingState } from "./working_state.ts";

/** A transaction that was accepted and can get into no block any more. */
export interface DroppedTransaction {
  readonly transaction: PreparedTransaction;
  /** Cause, current value and what is allowed. */
  readonly reason: string;
}

/** Accepted transactions, told apart by whether a block can still take them. */
export interface Recheck {
  /** In the order given. */
  readonly kept: readonly PreparedTransaction[];
  readonly dropped: readonly DroppedTransaction[];
}

/** Context in which pending transactions are rechecked. */
export interface RecheckOptions {
  /** State of the head, with the keys of every transaction readable. Receives what running them all changes. */
  readonly state: WorkingState;
  /** Height of the next block. */
  readonly height: number;
}

/**
 * Runs accepted transactions one after the other, as one block without a limit would, and tells which of them cannot:
 * those whose nonce is not the sender's next one, and those whose records are not there. What needs a dropped one falls
 * with it. One that would run and fail is kept, since its block takes it.
 */
export function recheckPending(
  transactions: readonly PreparedTransaction[],
  { state, height }: RecheckOptions,
): Recheck {
  const kept: PreparedTransaction[] = [];
  const dropped: DroppedTransaction[] = [];
  for (const transaction of transactions) {
    const { chain, from, nonce } = transaction.body;
    const next = state.get(ACCOUNT, from)?.nonce ?? 0;
    if (nonce === next && rulesOf(chain).execute(transaction, { state, height })) {
      kept.push(transaction);
      continue;
    }
    const refusal = checkTransaction(transaction, state, {
      nextNonce: next,
      isSpent: () => false,
    });
    dropped.push({
      transaction,
      reason: refusal?.reason ?? "It is not valid in the current state",
    });
  }
  return { kept, dropped };
}
