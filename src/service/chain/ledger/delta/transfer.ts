import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { ACCOUNT } from "../state_kinds.ts";
import { credit, debit } from "./balances.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";

type Transfer = SignedKind<"transfer">;

/** Moves base units from one account to another. */
export const TRANSFER: DeltaKind<Transfer> = {
  describe: ({ to, value }) => ({ to, value }),
  keys: ({ to }) => [ACCOUNT.key(to)],
  outlay: ({ value }) => value,
  execute: runTransfer,
};

function runTransfer({ from, to, value }: Transfer, { state }: ExecutionContext): Outcome {
  if (!debit(state, from, value)) return FAILED;
  credit(state, to, value);
  const data = { from, to, value: value.toString() };
  return { status: "success", logs: [{ address: to, event: "Transfer", data }] };
}
