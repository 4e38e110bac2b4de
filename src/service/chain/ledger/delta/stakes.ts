import type { Address, Amount } from "../../../../units/mod.ts";
import { type Stake, STAKE } from "../delta_state_kinds.ts";
import { SUPPLY, VALIDATOR } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";
import { earnedSince, NO_STAKE } from "./stake_rewards.ts";

/** Counts what a stake has earned so far to its owner, out of the validator's pool, and gives the stake after that. */
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

/** Adds to what is staked with a validator, or with a negative `value` takes off it; the owner's stake is untouched. */
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
