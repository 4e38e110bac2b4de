import type { BlockEnd, ExecutionContext } from "../chain_rules.ts";
import { DUE, ENDED, PROPOSAL, PROPOSALS, STAKE, UNBONDING } from "../delta_state_kinds.ts";
import { ISSUANCE_PER_BLOCK, QUORUM_PERCENT } from "../parameters.ts";
import { SUPPLY, VALIDATOR } from "../state_kinds.ts";
import { credit } from "./balances.ts";
import { dueAt } from "./due.ts";
import { REWARD_SCALE } from "./stake_rewards.ts";

/** Pays who produced a block, pays out what falls due, and counts the votes that end with it. */
export function endBlock(block: BlockEnd): void {
  const { state, height, validator, fees } = block;
  credit(state, validator, fees + shareRewards(block));
  const { accounts, proposals } = dueAt(state, height);
  for (const owner of accounts) payUnbonded(block, owner);
  for (const id of proposals) countVotes(block, id);
  if (accounts.length > 0 || proposals.length > 0) state.remove(DUE, String(height));
}

/**
 * Issues the block's new base units: all but the validator's commission go to those who stake with it, itself
 * included, by what one base unit of stake has earned; nobody's stake is touched.
 *
 * @returns What is the validator's alone.
 */
function shareRewards({ state, validator: address }: BlockEnd): bigint {
  const supply = state.get(SUPPLY);
  const validator = state.get(VALIDATOR, address);
  if (!supply || !validator) throw new Error(`Cannot distribute rewards: no validator ${address}`);
  state.set(SUPPLY, undefined, { ...supply, total: supply.total + ISSUANCE_PER_BLOCK });
  const staked = validator.stake + validator.delegatedStake;
  if (staked === 0n) return ISSUANCE_PER_BLOCK;
  const hundredths = BigInt(Math.round(validator.commission * 10_000));
  const commission = (ISSUANCE_PER_BLOCK * hundredths) / 10_000n;
  const shared = ISSUANCE_PER_BLOCK - commission;
  state.set(VALIDATOR, address, {
    ...validator,
    rewardPerStake: validator.rewardPerStake + (shared * REWARD_SCALE) / staked,
    rewardPool: validator.rewardPool + shared,
  });
  return commission;
}

function payUnbonded({ state, height }: ExecutionContext, owner: string): void {
  const id = `${height}:${owner}`;
  const entry = state.get(UNBONDING, id);
  const stake = state.get(STAKE, owner);
  if (!entry || !stake) throw new Error(`Cannot pay ${owner}: nothing is unbonding at ${height}`);
  const isLast = stake.unbondingUntil === height;
  state.set(STAKE, owner, {
    ...stake,
    unbonding: stake.unbonding - entry.amount,
    unbondingUntil: isLast ? null : stake.unbondingUntil,
  });
  state.remove(UNBONDING, id);
  credit(state, owner, entry.amount);
}

/** Passed: the quorum is reached and more stake is for it than against it. Abstentions count to the quorum alone. */
function countVotes({ state, validator }: BlockEnd, id: number): void {
  const proposal = state.get(PROPOSAL, String(id));
  const counts = state.get(PROPOSALS);
  const supply = state.get(SUPPLY);
  if (!proposal || !counts || !supply) throw new Error(`Cannot count votes: no proposal ${id}`);
  const { votesFor, votesAgainst, votesAbstain, deposit, proposer } = proposal;
  const voted = votesFor + votesAgainst + votesAbstain;
  const isQuorum = voted > 0n && voted * 100n >= supply.staked * QUORUM_PERCENT;
  const status = isQuorum && votesFor > votesAgainst ? "passed" : "rejected";
  state.set(PROPOSAL, String(id), { ...proposal, status, deposit: 0n });
  state.set(ENDED[status], String(counts[status]), { id });
  state.set(PROPOSALS, undefined, { ...counts, [status]: counts[status] + 1 });
  credit(state, isQuorum ? proposer : validator, deposit);
}
