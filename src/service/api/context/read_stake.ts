import type { Address, UnixSeconds } from "../../../units/mod.ts";
import { earnedSince, NO_STAKE, type Stake, STAKE, VALIDATOR } from "../../chain/ledger/mod.ts";
import type { ChainContext } from "./chain_context.ts";
import { readValues } from "./read_values.ts";

/** A stake including its accrued rewards. */
export interface StakeReading extends Stake {
  /** Estimated payout time of the last unbonding stake; null if none is unbonding. */
  readonly unbondingTime: UnixSeconds | null;
}

/** Reads the stake of an address at the head; all zeros if it never staked. */
export async function readStake(
  { store, blockTime }: Pick<ChainContext, "store" | "blockTime">,
  address: Address,
): Promise<StakeReading> {
  const { block, state } = await readValues(store, (known) => {
    const validator = known.get(STAKE, address)?.validator ?? null;
    return [STAKE.key(address), ...(validator === null ? [] : [VALIDATOR.key(validator)])];
  });
  const stake = state.get(STAKE, address) ?? NO_STAKE;
  const validator = stake.validator === null ? undefined : state.get(VALIDATOR, stake.validator);
  const earned = validator ? earnedSince(stake, validator) : 0n;
  const { unbondingUntil: until } = stake;
  const unbondingTime =
    until === null || !block
      ? null
      : Math.round(block.timestamp + (until - block.height) * blockTime);
  return { ...stake, rewards: stake.rewards + earned, unbondingTime };
}
