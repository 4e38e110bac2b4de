import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { STAKE } from "../delta_state_kinds.ts";
import { credit } from "./balances.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";
import { settleStake } from "./stakes.ts";

type ClaimRewards = SignedKind<"claim_rewards">;

/** Pays out what a stake has earned; fails if that is nothing. */
export const CLAIM_REWARDS: DeltaKind<ClaimRewards> = {
  describe: ({ from }) => ({ to: from, value: 0n }),
  keys: ({ from }) => [STAKE.key(from)],
  outlay: () => 0n,
  execute: runClaim,
};

function runClaim({ from }: ClaimRewards, { state }: ExecutionContext): Outcome {
  const stake = settleStake(state, from);
  if (stake.rewards === 0n) return FAILED;
  state.set(STAKE, from, { ...stake, rewards: 0n });
  credit(state, from, stake.rewards);
  const data = { value: stake.rewards.toString() };
  return { status: "success", logs: [{ address: from, event: "RewardsClaimed", data }] };
}
