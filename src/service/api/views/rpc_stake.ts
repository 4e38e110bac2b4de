import type * as Wire from "../../../generated/service/types.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import type { Stake } from "../../chain/ledger/mod.ts";

/** A stake, as JSON-RPC shows it. */
export function rpcStake(stake: Stake, unbondingTime: UnixSeconds | null): Wire.RpcStake {
  return {
    stakedAmount: stake.amount.toString(),
    delegatedTo: stake.validator,
    rewards: stake.rewards.toString(),
    unbondingAmount: stake.unbonding.toString(),
    unbondingCompleteTime: unbondingTime,
  };
}
