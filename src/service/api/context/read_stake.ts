import type { Address, UnixSeconds } from "../../../units/mod.ts";
import { earnedSince, NO_STAKE, type Stake, STAKE, VALIDATOR } from "../../chain/ledger/mod.ts";
import type { ChainContext } from "./chain_context.ts";
import { readValues } from "./read_values.ts";

/** A stake with what it has earned counted in. */
export interface StakeReading extends Stake {
  /** When the last of what was taken out is paid, at the usual time between blocks; null if nothing is. */
  readonly unbondingTime: UnixSeconds | null;
}

/** Reads what an address has staked at the head; nothing of everything if it never did. */
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
