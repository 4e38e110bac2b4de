import type { SignedTransaction } from "../../../devnet/internal.ts";
import { type Address, type Amount, type Hex, NATIVE_DECIMALS } from "../../../units/mod.ts";
import type { ExecutionStatus, Log, PreparedTransaction, Refusal } from "./transaction.ts";
import type { WorkingState } from "./working_state.ts";
import { type Chain, type Segment, SEGMENTS } from "../../../chains/mod.ts";

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

/** Base units of one whole native token (decided). */
export const NATIVE_TOKEN: Amount = 10n ** BigInt(NATIVE_DECIMALS);

/**
 * Base units that come into being with every block of delta after genesis (decided). Nothing else ever changes the
 * total supply, and on alpha nothing does.
 */
export const ISSUANCE_PER_BLOCK: Amount = NATIVE_TOKEN;

/**
 * Blocks from undelegating to the payout (decided). No shorter than a vote, so that nobody votes, moves the stake to
 * another account and votes with it again.
 */
export const UNBONDING_BLOCKS = 200;

/** Blocks during which a proposal can be voted on after the one that holds it (decided). */
export const VOTING_BLOCKS = 200;

/** Blocks after which everything has happened that a block puts off. */
export const LONGEST_WAIT = Math.max(UNBONDING_BLOCKS, VOTING_BLOCKS);

/**
 * Base units a proposer puts down (decided). They come back when the quorum is reached, whichever way the vote goes;
 * if it is not, they go to the validator whose block counts the votes.
 */
export const PROPOSAL_DEPOSIT: Amount = 1_000n * NATIVE_TOKEN;

/** Part of all stake that must have voted, abstentions included, in hundredths (decided). */
export const QUORUM_PERCENT = 20n;

/** Turns over which uptime is taken (decided). */
export const UPTIME_TURNS = 20;

/** An active validator whose uptime falls below this becomes inactive, unless it is the only active one (decided). */
export const INACTIVE_BELOW = 0.5;

/** An inactive validator whose uptime gets up to this becomes active again (decided). */
export const ACTIVE_FROM = 0.8;

/**
 * Blocks from one roll call to the next (decided). An inactive validator has no turns; the roll call counts as one, so
 * that it can show it is back.
 */
export const ROLL_CALL_BLOCKS = 10;

/** Differences between the chains, besides the rules of their transactions. */
interface ChainTraits {
  /** Holders of value: accounts or records. */
  readonly holds: "balances" | "records";
  /** True if block producers are drawn by stake and may miss their turns; otherwise all take equal turns. */
  readonly isStaked: boolean;
}

const TRAITS: Readonly<Record<Chain, ChainTraits>> = {
  alpha: { holds: "records", isStaked: false },
  delta: { holds: "balances", isStaked: true },
};

export function traitsOf(segment: Segment): ChainTraits {
  return TRAITS[SEGMENTS[segment].chain];
}
