import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { DUE, STAKE, UNBONDING } from "../delta_state_kinds.ts";
import { UNBONDING_BLOCKS } from "../parameters.ts";
import { dueAt } from "./due.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";
import { moveStake, settleStake } from "./stakes.ts";

type Undelegate = SignedKind<"undelegate">;

/** Takes stake out. It earns nothing and weighs nothing from then on, and is paid when the unbonding period is over. */
export const UNDELEGATE: DeltaKind<Undelegate> = {
  describe: ({ from, value }) => ({ to: from, value }),
  keys: ({ from }) => [STAKE.key(from)],
  outlay: () => 0n,
  execute: runUndelegate,
};

function runUndelegate({ from, value }: Undelegate, context: ExecutionContext): Outcome {
  const { state, height } = context;
  const stake = settleStake(state, from);
  const { validator } = stake;
  if (validator === null || stake.amount < value) return FAILED;
  const until = height + UNBONDING_BLOCKS;
  const amount = stake.amount - value;
  state.set(STAKE, from, {
    ...stake,
    validator: amount === 0n ? null : validator,
    amount,
    unbonding: stake.unbonding + value,
    unbondingUntil: until,
  });
  moveStake(state, { owner: from, validator, value: -value });
  fallDue(context, { owner: from, value, until });
  const data = { delegator: from, value: value.toString(), until: until.toString() };
  return { status: "success", logs: [{ address: validator, event: "Undelegated", data }] };
}

/** All withdrawals of an account in one block are one payment. */
function fallDue(
  { state }: ExecutionContext,
  { owner, value, until }: { owner: string; value: bigint; until: number },
): void {
  const id = `${until}:${owner}`;
  const due = dueAt(state, until);
  // Who is due has an entry, even where it was not read: all that falls due then was taken out in this very block.
  const entry = due.accounts.includes(owner) ? state.get(UNBONDING, id) : undefined;
  if (!entry) state.set(DUE, String(until), { ...due, accounts: [...due.accounts, owner] });
  state.set(UNBONDING, id, { amount: (entry?.amount ?? 0n) + value });
}
