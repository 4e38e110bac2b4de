import type { DeltaTransfer, SignedDeltaTransaction } from "../../../devnet/mod.ts";
import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { ACCOUNT } from "../state_kinds.ts";
import { type DeltaKind, FAILED } from "./kind.ts";

type Transfer = Extract<SignedDeltaTransaction, { readonly type: DeltaTransfer["type"] }>;

/** Moves base units from one account to another. */
export const TRANSFER: DeltaKind<Transfer> = {
  describe: ({ to, value }) => ({ to, value }),
  keys: ({ to }) => [ACCOUNT.key(to)],
  outlay: ({ value }) => value,
  execute: runTransfer,
};

function runTransfer({ from, to, value }: Transfer, { state }: ExecutionContext): Outcome {
  const sender = state.get(ACCOUNT, from);
  if (!sender || sender.balance < value) return FAILED;
  state.set(ACCOUNT, from, { ...sender, balance: sender.balance - value });
  // Read after the write above, so that a transfer to oneself changes nothing.
  const receiver = state.get(ACCOUNT, to) ?? { balance: 0n, nonce: 0 };
  state.set(ACCOUNT, to, { ...receiver, balance: receiver.balance + value });
  const data = { from, to, value: value.toString() };
  return { status: "success", logs: [{ address: to, event: "Transfer", data }] };
}
