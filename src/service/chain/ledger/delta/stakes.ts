import type { Address, Amount } from "../../../../units/mod.ts";
import { SUPPLY, VALIDATOR, type Validator } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";
import { DUE, dueAt, type Stake, STAKE, UNBONDING } from "./state.ts";

/** Keeps rewards per base unit of stake exact to far below a base unit for any stake. */
export const REWARD_SCALE = 10n ** 24n;

export const NO_STAKE: Stake = {
  validator: null,
  amount: 0n,
  checkpoint: 0n,
  rewards: 0n,
  unbonding: 0n,
  unbondingUntil: null,
};

/**
 * The rewards of a stake since its checkpoint, in base units, rounded down. The rest of the rounding stays in the
 * validator's reward pool.
 */
export function earnedSince(
  { amount, checkpoint }: Stake,
  { rewardPerStake }: Pick<Validator, "rewardPerStake">,
): Amount {
  return (amount * (rewardPerStake - checkpoint)) / REWARD_SCALE;
}

/** Moves the rewards that a stake has earned from the validator's pool to the stake; returns the stake. */
export function settleStake(state: WorkingState, owner: Address): Stake {
  const stake = state.get(STAKE, owner) ?? NO_STAKE;
  if (stake.validator === null) return stake;
  const validator = state.get(VALIDATOR, stake.validator);
  if (!validator) throw new Error(`Cannot settle stake: no validator ${stake.validator}`);
  const earned = earnedSince(stake, validator);
  const settled = {
    ...stake,
    checkpoint: validator.rewardPerStake,
    rewards: stake.rewards + earned,
  };
  state.set(STAKE, owner, settled);
  state.set(VALIDATOR, stake.validator, {
    ...validator,
    rewardPool: validator.rewardPool - earned,
  });
  return settled;
}

/** Adds `value`, which may be negative, to the stakes with a validator; the owner's stake is untouched. */
export function moveStake(
  state: WorkingState,
  { owner, validator: address, value }: { owner: Address; validator: Address; value: Amount },
): void {
  const validator = state.get(VALIDATOR, address);
  const supply = state.get(SUPPLY);
  if (!validator || !supply) throw new Error(`Cannot move stake: no validator ${address}`);
  const field = owner === address ? "stake" : "delegatedStake";
  state.set(VALIDATOR, address, { ...validator, [field]: validator[field] + value });
  state.set(SUPPLY, undefined, { ...supply, staked: supply.staked + value });
}

/** Notes a payment at a height. All withdrawals of an account in one block are one payment. */
export function payLater(
  state: WorkingState,
  { owner, value, until }: { owner: Address; value: Amount; until: number },
): void {
  const id = `${until}:${owner}`;
  const due = dueAt(state, until);
  // A due stake has an entry, even where it was not read: all that falls due then was taken out in this very block.
  const entry = due.accounts.includes(owner) ? state.get(UNBONDING, id) : undefined;
  if (!entry) state.set(DUE, String(until), { ...due, accounts: [...due.accounts, owner] });
  state.set(UNBONDING, id, { amount: (entry?.amount ?? 0n) + value });
}
