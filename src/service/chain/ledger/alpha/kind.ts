import type { SignedAlphaTransaction } from "../../../../devnet/mod.ts";
import type { ChargedOutcome, ExecutionContext, Movement, PendingClaims } from "../chain_rules.ts";
import type { Refusal } from "../refusal.ts";
import type { PreparedTransaction } from "../transaction.ts";
import type { WorkingState } from "../working_state.ts";

/** The rules of one transaction type of alpha. */
export interface AlphaKind<T extends SignedAlphaTransaction> {
  describe(transaction: PreparedTransaction<T>): Movement;
  /** State keys read besides the sender's account. */
  keys(transaction: PreparedTransaction<T>): string[];
  check(
    transaction: PreparedTransaction<T>,
    state: WorkingState,
    claims: PendingClaims,
  ): Refusal | undefined;
  /** Runs the transaction, fee included; `undefined` if its records cannot be spent. */
  execute(
    transaction: PreparedTransaction<T>,
    context: ExecutionContext,
  ): ChargedOutcome | undefined;
}
