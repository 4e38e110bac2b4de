import type { Amount } from "../../../../units/mod.ts";
import type { Stake } from "../delta_state_kinds.ts";
import type { Validator } from "../state_kinds.ts";

/** Keeps rewards per base unit of stake exact to far below a base unit for any stake. */
export const REWARD_SCALE = 10n ** 24n;

/** Stake of an account that has none. */
export const NO_STAKE: Stake = {
  validator: null,
  amount: 0n,
  checkpoint: 0n,
  rewards: 0n,
  unbonding: 0n,
  unbondingUntil: null,
};

/**
 * What a stake has earned since its checkpoint, in base units, rounded down. What rounding leaves over stays in the
 * validator's reward pool.
 */
export function earnedSince(
  { amount, checkpoint }: Stake,
  { rewardPerStake }: Pick<Validator, "rewardPerStake">,
): Amount {
  return (amount * (rewardPerStake - checkpoint)) / REWARD_SCALE;
}
