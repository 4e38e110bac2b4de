import type { Segment } from "../../../../chains/mod.ts";
import type { VoteChoice } from "../../../../devnet/mod.ts";
import type { Address, Amount } from "../../../../units/mod.ts";
import {
  type StateKind,
  stateKind,
  SUPPLY,
  VALIDATOR,
  type ValidatorState,
} from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";

/** Inputs of the validators' turns. */
export interface TurnSource {
  readonly segment: Segment;
  readonly seed: number;
}

/** A native token. Its contract is an account that nobody has the key of. */
export interface Token {
  readonly symbol: string;
  readonly decimals: number;
  /** Base units there are: fixed at genesis, spread over the balances. */
  readonly supply: Amount;
}

/** Stake, rewards and withdrawals of an account. */
export interface Stake {
  /** Validator it is staked with; null without stake. */
  readonly validator: Address | null;
  /** Base units staked. */
  readonly amount: Amount;
  /** The validator's `rewardPerStake` up to which `rewards` are counted. */
  readonly checkpoint: Amount;
  /** Base units earned up to the checkpoint and not claimed. */
  readonly rewards: Amount;
  /** Base units taken out and not paid yet. */
  readonly unbonding: Amount;
  /** Height at which the last of them is paid; null when there are none. */
  readonly unbondingUntil: number | null;
}

/** Payments and decisions due at a block. */
interface Due {
  /** Accounts that are paid their unbonded stake. */
  readonly accounts: readonly Address[];
  /** Proposals whose votes are counted. */
  readonly proposals: readonly number[];
}

export type ProposalStatus = "active" | "passed" | "rejected";

export interface Proposal {
  readonly title: string;
  readonly description: string;
  readonly proposer: Address;
  readonly status: ProposalStatus;
  /** Stake of those in favour when they voted, in base units. */
  readonly votesFor: Amount;
  readonly votesAgainst: Amount;
  readonly votesAbstain: Amount;
  /** Height of the block that holds it; votes are taken from there on. */
  readonly startBlock: number;
  /** Height of the last block in which votes are taken, at whose end they are counted. */
  readonly endBlock: number;
  /** Base units its proposer put down; zero once the vote has ended. */
  readonly deposit: Amount;
}

/**
 * Counts of proposals, in all and of each outcome. Ids are 1, 2, 3, …; votes end in that order, so that the active
 * ones are the highest ids.
 */
export interface ProposalCounts {
  readonly total: number;
  readonly passed: number;
  readonly rejected: number;
}

interface CastVote {
  readonly choice: VoteChoice;
  readonly weight: Amount;
}

/** `turns`: the inputs from which the validators' turns are drawn. */
export const TURNS: StateKind<TurnSource> = stateKind("turns", []);

/** `token:<contract>`: every token. */
export const TOKEN: StateKind<Token> = stateKind("token", ["supply"]);

/** `tokens`: the contracts of all tokens, in the order in which lists show them. */
export const TOKENS: StateKind<{ readonly contracts: readonly Address[] }> = stateKind(
  "tokens",
  [],
);

/** `token_balance:<contract>:<owner>`: the balance of an account in a token. */
export const TOKEN_BALANCE: StateKind<{ readonly balance: Amount }> = stateKind("token_balance", [
  "balance",
]);

/** `stake:<address>`: every account that ever staked, validators included. */
export const STAKE: StateKind<Stake> = stateKind("stake", [
  "amount",
  "checkpoint",
  "rewards",
  "unbonding",
]);

/** `unbonding:<height>:<address>`: the payment to an account at a height. */
export const UNBONDING: StateKind<{ readonly amount: Amount }> = stateKind("unbonding", ["amount"]);

/** `due:<height>`: payments and votes that end with a later block. */
export const DUE: StateKind<Due> = stateKind("due", []);

/** `proposal:<id>`: every proposal. */
export const PROPOSAL: StateKind<Proposal> = stateKind("proposal", [
  "votesFor",
  "votesAgainst",
  "votesAbstain",
  "deposit",
]);

/** `proposals`: how many there are. */
export const PROPOSALS: StateKind<ProposalCounts> = stateKind("proposals", []);

/** `passed:<position>` and `rejected:<position>`: ids of the proposals of an outcome, dense from 0, lowest first. */
export const ENDED: {
  readonly [S in Exclude<ProposalStatus, "active">]: StateKind<{ readonly id: number }>;
} = { passed: stateKind("passed", []), rejected: stateKind("rejected", []) };

/** `vote:<proposal>:<voter>`: every vote. */
export const VOTE: StateKind<CastVote> = stateKind("vote", ["weight"]);

const NOTHING: Due = { accounts: [], proposals: [] };

/** Payments and decisions due at the block of a height. */
export function dueAt(state: WorkingState, height: number): Due {
  return state.get(DUE, String(height)) ?? NOTHING;
}

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
  { rewardPerStake }: Pick<ValidatorState, "rewardPerStake">,
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
