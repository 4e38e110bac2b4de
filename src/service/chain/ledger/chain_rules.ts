import type { SignedTransaction } from "../../../devnet/internal.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import type { ExecutionStatus, Log, PreparedTransaction } from "./transaction.ts";
import type { WorkingState } from "./working_state.ts";

/** Why a transaction is refused before it gets anywhere near a block, as the interface's error names. */
export type RefusalCode =
  | "TransactionRejected"
  | "InsufficientFunds"
  | "NonceTooLow"
  | "NonceTooHigh";

/** A transaction that is not accepted: a value, since refusing is ordinary work. */
export interface Refusal {
  /** Name of the error. */
  readonly code: RefusalCode;
  /** Cause, current value and allowed values. */
  readonly reason: string;
}

/** Tells a refusal from a result. */
export function isRefusal(outcome: object | undefined): outcome is Refusal {
  return outcome !== undefined && "code" in outcome && "reason" in outcome;
}

/** The movement of a transaction, as lists and answers show it. */
export interface Movement {
  readonly to: Address;
  readonly value: Amount;
  readonly serialNumbers?: readonly Hex[];
  readonly commitments?: readonly Hex[];
}

/** Nonces and serial numbers already claimed by pending transactions. */
export interface PendingClaims {
  /** Next nonce of a sender whose next one in blocks is `nonce`. */
  nextNonce(sender: Address, nonce: number): number;
  /** Tells whether a pending transaction spends a serial number. */
  isSpent(serialNumber: Hex): boolean;
}

export const NO_CLAIMS: PendingClaims = {
  nextNonce: (_sender, nonce) => nonce,
  isSpent: () => false,
};

export interface ExecutionOutcome {
  readonly status: ExecutionStatus;
  readonly logs: readonly Omit<Log, "index">[];
}

export interface ChargedOutcome extends ExecutionOutcome {
  readonly fee: Amount;
}

export interface ExecutionContext {
  readonly state: WorkingState;
  readonly height: number;
}

/** A block that is being made. */
export interface BlockContext extends ExecutionContext {
  readonly validator: Address;
}

/** A block whose transactions have run. */
export interface BlockEnd extends BlockContext {
  /** Fees of its transactions. */
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
  /** State keys that a block reads besides those of its transactions, as far as `known` determines them. */
  blockKeys(block: Omit<BlockContext, "state">, known: WorkingState): string[];
  /** Runs before the transactions of a block. */
  beginBlock(block: BlockContext): void;
  /** Runs after them: pays the producer of the block and settles everything due at its height. */
  endBlock(block: BlockEnd): void;
}
