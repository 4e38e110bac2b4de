import type { SignedDeltaTransaction } from "../../../devnet/mod.ts";
import type { Amount } from "../../../units/mod.ts";
import type { ExecutionContext, Movement, Outcome, PendingClaims } from "../chain_rules.ts";
import type { Refusal } from "../refusal.ts";
import type { WorkingState } from "../working_state.ts";

/** The rules of one transaction type of delta. */
export interface DeltaKind<T extends SignedDeltaTransaction> {
  describe(transaction: T): Movement;
  /** State keys read besides the sender's account. */
  keys(transaction: T): string[];
  /** Base units that leave the sender besides the fee. */
  outlay(transaction: T): Amount;
  /** Refuses what can be seen to fail before it is in a block. */
  check?(transaction: T, state: WorkingState, claims: PendingClaims): Refusal | undefined;
  /** Runs after nonce and fee are settled. What a failed run changed is thrown away. */
  execute(transaction: T, context: ExecutionContext): Outcome;
}

/** Outcome of a transaction that changes nothing. */
export const FAILED: Outcome = { status: "failed", logs: [] };
