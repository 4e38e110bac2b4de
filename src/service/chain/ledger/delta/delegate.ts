import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { STAKE } from "../delta_state_kinds.ts";
import { VALIDATOR } from "../state_kinds.ts";
import { debit } from "./balances.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";
import { moveStake, settleStake } from "./stakes.ts";

type Delegate = SignedKind<"delegate">;

/**
 * Stakes with a validator, active or not. More can be added with the same one; with another only once all stake has
 * been taken out (decided): an account stakes with one validator at a time.
 */
export const DELEGATE: DeltaKind<Delegate> = {
  describe: ({ validator, value }) => ({ to: validator, value }),
  keys: ({ from, validator }) => [STAKE.key(from), VALIDATOR.key(validator)],
  outlay: ({ value }) => value,
  execute: runDelegate,
};

function runDelegate(transaction: Delegate, { state }: ExecutionContext): Outcome {
  const { from, validator: address, value } = transaction;
  const stake = settleStake(state, from);
  const validator = state.get(VALIDATOR, address);
  if (!validator || (stake.validator !== null && stake.validator !== address)) return FAILED;
  if (!debit(state, from, value)) return FAILED;
  state.set(STAKE, from, {
    ...stake,
    validator: address,
    amount: stake.amount + value,
    checkpoint: validator.rewardPerStake,
  });
  moveStake(state, { owner: from, validator: address, value });
  const data = { delegator: from, value: value.toString() };
  return { status: "success", logs: [{ address, event: "Delegated", data }] };
}
