import type { Chain } from "../../../chains/mod.ts";
import { refusalText } from "../../refusal_text.ts";
import { ALPHA_RULES } from "./alpha.ts";
import { type ChainRules, NO_CLAIMS, type PendingClaims } from "./chain_rules.ts";
import { DELTA_RULES } from "./delta/rules.ts";
import type { PendingTransaction, PreparedTransaction, Refusal } from "./transaction.ts";
import { accountOf, type WorkingState } from "./working_state.ts";

const RULES: Readonly<Record<Chain, unknown>> = { alpha: ALPHA_RULES, delta: DELTA_RULES };

/** The rules of a chain. They are only ever given transactions of their own chain, so the wider type is safe. */
export function rulesOf(chain: Chain): ChainRules {
  return RULES[chain] as ChainRules;
}

/** State keys that checking and executing a transaction read: `readStateFor` reads them all before either. */
export function keysOf(transaction: PreparedTransaction): string[] {
  return rulesOf(transaction.body.chain).keys(transaction);
}

const described = new WeakMap<PreparedTransaction, PendingTransaction>();

/** Fields of a transaction that are known before it is in a block; worked out once. */
export function describeTransaction(transaction: PreparedTransaction): PendingTransaction {
  const known = described.get(transaction);
  if (known) return known;
  const { hash, raw, body } = transaction;
  const { type, from, nonce, gasPrice, gasLimit } = body;
  const movement = rulesOf(body.chain).describe(transaction);
  const shown = { hash, type, from, ...movement, nonce, gasPrice, gasLimit, raw };
  described.set(transaction, shown);
  return shown;
}

/** Checks a transaction against the state of the head and the pending transactions. `undefined`: it may wait for a block. */
export function checkTransaction(
  transaction: PreparedTransaction,
  state: WorkingState,
  claims: PendingClaims,
): Refusal | undefined {
  const { chain, nonce, from } = transaction.body;
  const next = claims.nextNonce(from, accountOf(state, from).nonce);
  if (nonce !== next) {
    const code = nonce < next ? "NonceTooLow" : "NonceTooHigh";
    return { code, reason: refusalText("nonce", nonce, from, next) };
  }
  return rulesOf(chain).check(transaction, state, claims);
}

/** A transaction that was accepted and can get into no block any more. */
export interface DroppedTransaction {
  readonly transaction: PreparedTransaction;
  /** Cause, current value and allowed values. */
  readonly reason: string;
}

/** Accepted transactions, told apart by whether a block can still take them. */
export interface Recheck {
  /** In the order given. */
  readonly kept: readonly PreparedTransaction[];
  readonly dropped: readonly DroppedTransaction[];
}

interface RecheckOptions {
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
    if (
      nonce === accountOf(state, from).nonce &&
      rulesOf(chain).execute(transaction, { state, height })
    ) {
      kept.push(transaction);
      continue;
    }
    const refusal = checkTransaction(transaction, state, NO_CLAIMS);
    dropped.push({
      transaction,
      reason: refusal?.reason ?? "It is not valid in the current state",
    });
  }
  return { kept, dropped };
}
