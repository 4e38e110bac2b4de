import type { Address, Amount, UnixSeconds } from "../../../units/mod.ts";
import {
  type LedgerBlock,
  earnedSince,
  ENDED,
  type KeyFinder,
  NO_STAKE,
  type Proposal,
  PROPOSAL,
  type ProposalCounts,
  PROPOSALS,
  type ProposalStatus,
  validatorsOf,
  readStateFor,
  type Stake,
  STAKE,
  type StateKind,
  SUPPLY,
  type Supply,
  type Token,
  TOKEN,
  TOKEN_BALANCE,
  TOKENS,
  VALIDATOR,
  type ValidatorState,
  validatorKeys,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { StoredPage, Store, Window } from "../../chain/store/mod.ts";

/** State after a block. */
interface StateAt {
  /** The block; `undefined` in an empty store. */
  readonly block: LedgerBlock | undefined;
  readonly state: WorkingState;
}

/**
 * Reads the state that a response needs, all of it after the same block: the head at the time of the call. If that
 * block is removed between the reads, all of them are repeated.
 */
async function readValues(store: Store, findKeys: KeyFinder): Promise<StateAt> {
  for (;;) {
    const block = (await store.head())?.block;
    const height = block?.height ?? -1;
    const state = await readStateFor(
      async (keys) => (await store.readState(keys, height)).values,
      findKeys,
    );
    const after = await store.findBlock(height);
    if (after?.block.hash === block?.hash) return { block, state };
  }
}

/** The value of a kind under an id at the head, or `undefined`. */
export async function readValue<T>(
  store: Store,
  kind: StateKind<T>,
  id: string,
): Promise<T | undefined> {
  const key = kind.key(id);
  const text = (await store.readState([key])).values.get(key);
  return text === undefined ? undefined : kind.decode(text);
}

/** Recent rates of a chain, and its supply. */
export interface ChainStats {
  /** Transactions a second over the last blocks. */
  readonly tps: number;
  /** Mean seconds between the last blocks. */
  readonly averageBlockTime: number;
  readonly supply: Supply;
}

/** Blocks that the rates are computed over (extension). */
const SPAN = 100;

/** Computes the rates from the head and the block `SPAN` below it, at constant cost. */
export async function readChainStats(store: Store): Promise<ChainStats> {
  const head = await store.head();
  if (!head) return { tps: 0, averageBlockTime: 0, supply: { total: 0n, staked: 0n } };
  const [state, base] = await Promise.all([
    store.readState([SUPPLY.key()], head.block.height),
    store.findBlock(Math.max(0, head.block.height - SPAN)),
  ]);
  const first = base ?? head;
  const blocks = head.block.height - first.block.height;
  const seconds = head.block.timestamp - first.block.timestamp;
  const text = state.values.get(SUPPLY.key());
  return {
    tps: seconds === 0 ? 0 : (head.totalTransactions - first.totalTransactions) / seconds,
    averageBlockTime: blocks === 0 ? 0 : seconds / blocks,
    supply: text === undefined ? { total: 0n, staked: 0n } : SUPPLY.decode(text),
  };
}

/** A proposal under its id. */
type ProposalEntry = readonly [id: number, Proposal];

/** Selects the proposals to list. */
interface ProposalFilter extends Window {
  readonly status: ProposalStatus | "all";
}

const NO_PROPOSALS: ProposalCounts = { total: 0, passed: 0, rejected: 0 };

/** Proposals at the head, newest first. The cost of a page is constant, since every status has a dense list. */
export async function readProposals(
  store: Store,
  filter: ProposalFilter,
): Promise<StoredPage<ProposalEntry>> {
  const { state } = await readValues(store, (known) => [
    PROPOSALS.key(),
    ...endedKeys(known, filter),
    ...idsOf(known, filter).map((id) => PROPOSAL.key(String(id))),
  ]);
  const items = idsOf(state, filter).flatMap((id): ProposalEntry[] => {
    const proposal = state.get(PROPOSAL, String(id));
    return proposal ? [[id, proposal]] : [];
  });
  return { items, total: lengthOf(state, filter) };
}

function lengthOf(state: WorkingState, { status }: ProposalFilter): number {
  const { total, passed, rejected } = state.get(PROPOSALS) ?? NO_PROPOSALS;
  return { all: total, active: total - passed - rejected, passed, rejected }[status];
}

/** Positions of a page in the list of a status, which is sorted oldest first. */
function positionsOf(state: WorkingState, filter: ProposalFilter): number[] {
  const first = lengthOf(state, filter) - 1 - filter.offset;
  const length = Math.max(0, Math.min(filter.limit, first + 1));
  return Array.from({ length }, (_, index) => first - index);
}

function endedKeys(state: WorkingState, filter: ProposalFilter): string[] {
  const { status } = filter;
  if (status === "all" || status === "active") return [];
  return positionsOf(state, filter).map((position) => ENDED[status].key(String(position)));
}

/** Ids of a page: they count from 1, and all active proposals come after the ended ones. */
function idsOf(state: WorkingState, filter: ProposalFilter): number[] {
  const { status } = filter;
  const positions = positionsOf(state, filter);
  if (status === "all") return positions.map((position) => position + 1);
  if (status === "active") {
    const { passed, rejected } = state.get(PROPOSALS) ?? NO_PROPOSALS;
    return positions.map((position) => passed + rejected + position + 1);
  }
  return positions.flatMap((position) => state.get(ENDED[status], String(position))?.id ?? []);
}

/** A stake including its accrued rewards. */
interface StakeReading extends Stake {
  /** Estimated payout time of the last unbonding stake; null if none is unbonding. */
  readonly unbondingTime: UnixSeconds | null;
}

/**
 * Reads the stake of an address at the head; all zeros if it never staked.
 *
 * @param blockTime Target seconds between blocks, from which the time of a payout is estimated.
 */
export async function readStake(
  store: Store,
  address: Address,
  blockTime: number,
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

/** An account's balance of one token. */
interface TokenHolding extends Token {
  readonly contract: Address;
  readonly balance: Amount;
}

/** The tokens that an account holds at the head, in a stable order. */
export async function readTokens(store: Store, owner: Address): Promise<TokenHolding[]> {
  const { state } = await readValues(store, (known) => [
    TOKENS.key(),
    ...contractsOf(known).flatMap((contract) => [
      TOKEN.key(contract),
      TOKEN_BALANCE.key(`${contract}:${owner}`),
    ]),
  ]);
  return contractsOf(state).flatMap((contract) => {
    const token = state.get(TOKEN, contract);
    const balance = state.get(TOKEN_BALANCE, `${contract}:${owner}`)?.balance ?? 0n;
    return token && balance > 0n ? [{ ...token, contract, balance }] : [];
  });
}

function contractsOf(state: WorkingState): readonly Address[] {
  return state.get(TOKENS)?.contracts ?? [];
}

/** A validator under its address. */
type ValidatorEntry = readonly [Address, ValidatorState];

/** Every validator at the head by stake, highest first, then by address. */
export async function readValidators(store: Store): Promise<ValidatorEntry[]> {
  const { state } = await readValues(store, validatorKeys);
  return validatorsOf(state).toSorted(byStake);
}

function byStake(
  [a, { stake: stakeA }]: ValidatorEntry,
  [b, { stake: stakeB }]: ValidatorEntry,
): number {
  if (stakeA !== stakeB) return stakeA > stakeB ? -1 : 1;
  return a < b ? -1 : 1;
}
