import type { SignedTransaction } from "../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../units/mod.ts";
import type { Refusal } from "./refusal.ts";
import type { ExecutionStatus, Log, PreparedTransaction } from "./transaction.ts";
import type { WorkingState } from "./working_state.ts";

/** What a transaction moves, as lists and answers show it. */
export interface Movement {
  readonly to: Address;
  readonly value: Amount;
  readonly serialNumbers?: readonly Hex[];
  readonly commitments?: readonly Hex[];
}

/** What the pending transactions already claim. */
export interface PendingClaims {
  /** Next nonce of the sender, its pending transactions counted. */
  readonly nextNonce: number;
  /** Tells whether a pending transaction spends a serial number. */
  readonly isSpent: (serialNumber: Hex) => boolean;
}

/** How the work of a transaction came out. */
export interface Outcome {
  readonly status: ExecutionStatus;
  readonly logs: readonly Omit<Log, "index">[];
}

/** How a transaction came out, and the fee that was taken for it. */
export interface ChargedOutcome extends Outcome {
  readonly fee: Amount;
}

/** Where a transaction runs. */
export interface ExecutionContext {
  readonly state: WorkingState;
  readonly height: number;
}

/** Fees of a block and who gets them. */
export interface FeePayment extends ExecutionContext {
  readonly validator: Address;
  readonly fees: Amount;
  readonly parentHash: Hex;
}

/** The rules of one chain, over all of its transaction types. */
export interface ChainRules<T extends SignedTransaction = SignedTransaction> {
  describe(transaction: PreparedTransaction<T>): Movement;
  /** State keys that checking and executing the transaction read. */
  keys(transaction: PreparedTransaction<T>): string[];
  /** Checks funds and payload against the state, once the nonce is known to be right. */
  check(
    transaction: PreparedTransaction<T>,
    state: WorkingState,
    claims: PendingClaims,
  ): Refusal | undefined;
  /**
   * Runs a transaction whose nonce is right and charges its fee.
   *
   * @returns How it came out, or `undefined`, with nothing changed, if it cannot be in a block now.
   */
  execute(
    transaction: PreparedTransaction<T>,
    context: ExecutionContext,
  ): ChargedOutcome | undefined;
  /** State keys that paying the fees of a block reads. */
  feeKeys(validator: Address): string[];
  /** Hands the fees of a block, more than zero, to who produced it. */
  payFees(payment: FeePayment): void;
}
