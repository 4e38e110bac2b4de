import type { SignedDeltaTransaction } from "../../../../devnet/mod.ts";
import type { Amount } from "../../../../units/mod.ts";
import type { ExecutionContext, Movement, ExecutionOutcome } from "../chain_rules.ts";
import type { WorkingState } from "../working_state.ts";

/** The rules of one transaction type of delta. */
export interface DeltaKind<T extends SignedDeltaTransaction> {
  describe(transaction: T): Movement;
  /** State keys read besides the sender's account, as far as `known` tells them, and those that every block reads. */
  keys(transaction: T, known: WorkingState): string[];
  /** Base units that leave the sender besides the fee. */
  outlay(transaction: T): Amount;
  /** Runs after nonce and fee are settled. What a failed run changed is thrown away. */
  execute(transaction: T, context: ExecutionContext): ExecutionOutcome;
}

/** A signed transaction of one type. */
export type SignedKind<Type extends SignedDeltaTransaction["type"]> = Extract<
  SignedDeltaTransaction,
  { readonly type: Type }
>;

/** Outcome of a transaction that changes nothing. */
export const FAILED: ExecutionOutcome = { status: "failed", logs: [] };
