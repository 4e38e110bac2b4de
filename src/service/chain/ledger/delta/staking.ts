import type { Address, Amount } from "../../../../units/mod.ts";
import type { ExecutionContext, ExecutionOutcome } from "../chain_rules.ts";
import { UNBONDING_BLOCKS } from "../parameters.ts";
import { SUPPLY, VALIDATOR, type Validator } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";
import { DUE, dueAt, type Stake, STAKE, UNBONDING } from "./state.ts";
import { credit, debit } from "./transfers.ts";

/** Counts what a stake has earned so far to its owner, out of the validator's pool, and gives the stake after that. */
function settleStake(state: WorkingState, owner: Address): Stake {
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
function moveStake(
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

function runDelegate(transaction: Delegate, { state }: ExecutionContext): ExecutionOutcome {
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

type Undelegate = SignedKind<"undelegate">;

/** Takes stake out. It earns nothing and weighs nothing from then on, and is paid when the unbonding period is over. */
export const UNDELEGATE: DeltaKind<Undelegate> = {
  describe: ({ from, value }) => ({ to: from, value }),
  keys: ({ from }) => [STAKE.key(from)],
  outlay: () => 0n,
  execute: runUndelegate,
};

function runUndelegate({ from, value }: Undelegate, context: ExecutionContext): ExecutionOutcome {
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

type ClaimRewards = SignedKind<"claim_rewards">;

/** Pays out what a stake has earned; fails if that is nothing. */
export const CLAIM_REWARDS: DeltaKind<ClaimRewards> = {
  describe: ({ from }) => ({ to: from, value: 0n }),
  keys: ({ from }) => [STAKE.key(from)],
  outlay: () => 0n,
  execute: runClaim,
};

function runClaim({ from }: ClaimRewards, { state }: ExecutionContext): ExecutionOutcome {
  const stake = settleStake(state, from);
  if (stake.rewards === 0n) return FAILED;
  state.set(STAKE, from, { ...stake, rewards: 0n });
  credit(state, from, stake.rewards);
  const data = { value: stake.rewards.toString() };
  return { status: "success", logs: [{ address: from, event: "RewardsClaimed", data }] };
}
