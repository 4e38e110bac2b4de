import { gasNeeded, type SignedDeltaTransaction } from "../../../../devnet/internal.ts";
import { refusalText } from "../../../refusal_text.ts";
import {
  ACTIVE_FROM,
  type BlockContext,
  type BlockEnd,
  type ChainRules,
  type ChargedOutcome,
  type ExecutionContext,
  INACTIVE_BELOW,
  ISSUANCE_PER_BLOCK,
  QUORUM_PERCENT,
  ROLL_CALL_BLOCKS,
  UNBONDING_BLOCKS,
  UPTIME_TURNS,
  VOTING_BLOCKS,
} from "../chain_rules.ts";
import { drawTurns, takesTurn, validatorKeys, validatorsOf } from "../choose_validator.ts";
import { ACCOUNT, SUPPLY, type ValidatorState, VALIDATOR } from "../state_kinds.ts";
import type { PreparedTransaction, Refusal } from "../transaction.ts";
import { accountOf, credit, type WorkingState } from "../working_state.ts";
import { FAILED, kindOf } from "./kinds.ts";
import {
  DUE,
  dueAt,
  ENDED,
  PROPOSAL,
  PROPOSALS,
  REWARD_SCALE,
  STAKE,
  TURNS,
  UNBONDING,
} from "./state.ts";

type Prepared = PreparedTransaction<SignedDeltaTransaction>;

/**
 * The rules of delta. A sender pays from its balance; the fees of a block go to its validator's balance.
 *
 * Every accepted transaction gets into a block: a sender that can no longer pay the fee loses what it has left, and its
 * transaction fails. Otherwise one could fill the mempool with transactions that wait for ever.
 */
export const DELTA_RULES: ChainRules<SignedDeltaTransaction> = {
  describe: ({ body }) => kindOf(body).describe(body),
  keys: ({ body }) => [ACCOUNT.key(body.from), ...kindOf(body).keys(body)],
  check: checkDelta,
  execute: executeDelta,
  blockKeys,
  beginBlock: countTurns,
  endBlock,
};

function checkDelta({ body }: Prepared, state: WorkingState): Refusal | undefined {
  const { balance } = accountOf(state, body.from);
  const outlay = kindOf(body).outlay(body);
  const cost = outlay + body.gasLimit * body.gasPrice;
  if (cost <= balance) return undefined;
  const { gasLimit, gasPrice, from } = body;
  const reason = refusalText("cost", cost, outlay, gasLimit, gasPrice, from, balance);
  return { code: "InsufficientFunds", reason };
}

function executeDelta({ body }: Prepared, context: ExecutionContext): ChargedOutcome {
  const { state } = context;
  const sender = accountOf(state, body.from);
  const price = gasNeeded("delta", body) * body.gasPrice;
  const fee = price < sender.balance ? price : sender.balance;
  state.set(ACCOUNT, body.from, { balance: sender.balance - fee, nonce: sender.nonce + 1 });
  if (fee < price) return { ...FAILED, fee };
  const attempt = state.fork();
  const outcome = kindOf(body).execute(body, { ...context, state: attempt });
  if (outcome.status === "success") state.merge(attempt);
  return { ...outcome, fee };
}

/** State keys that every block of delta reads, as far as `known` tells them. */
function blockKeys(
  { height, validator }: Omit<BlockContext, "state">,
  known: WorkingState,
): string[] {
  const { accounts, proposals } = dueAt(known, height);
  const proposers = proposals.flatMap((id) => known.get(PROPOSAL, String(id))?.proposer ?? []);
  return [
    TURNS.key(),
    SUPPLY.key(),
    PROPOSALS.key(),
    ...validatorKeys(known),
    ...[height, height + UNBONDING_BLOCKS, height + VOTING_BLOCKS].map((at) => DUE.key(String(at))),
    ...accounts.flatMap((address) => [STAKE.key(address), UNBONDING.key(`${height}:${address}`)]),
    ...proposals.map((id) => PROPOSAL.key(String(id))),
    ...[validator, ...accounts, ...proposers].map((address) => ACCOUNT.key(address)),
  ];
}

/**
 * Records which validator took the turn of a block and which drawn validators missed it, and updates their status. Stakes are
 * those before the transactions of the block.
 */
function countTurns({ state, height, validator: producer }: BlockContext): void {
  const source = state.get(TURNS);
  if (!source) throw new Error("Cannot count turns: the state has no seed for them");
  const validators = validatorsOf(state);
  const options = { ...source, height, validators };
  const attendance = new Map<string, boolean>();
  for (const address of drawTurns(options)) {
    attendance.set(address, address === producer);
    if (address === producer) break;
  }
  if (height % ROLL_CALL_BLOCKS === 0) {
    for (const [address, validator] of validators) {
      if (validator.status === "inactive") {
        attendance.set(address, takesTurn({ ...options, address, validator }));
      }
    }
  }
  let active = validators.filter(([, { status }]) => status === "active").length;
  for (const [address, validator] of validators) {
    const isPresent = attendance.get(address);
    if (isPresent === undefined) continue;
    const counted = countTurn(validator, isPresent, active === 1);
    if (counted.status !== validator.status) active += counted.status === "active" ? 1 : -1;
    state.set(VALIDATOR, address, counted);
  }
}

function countTurn(
  validator: ValidatorState,
  isThere: boolean,
  isLastActive: boolean,
): ValidatorState {
  const turns = (validator.turns + (isThere ? "1" : "0")).slice(-UPTIME_TURNS);
  const uptime = turns.replaceAll("0", "").length / turns.length;
  const isActive =
    validator.status === "active"
      ? uptime >= INACTIVE_BELOW || isLastActive
      : uptime >= ACTIVE_FROM;
  return { ...validator, turns, uptime, status: isActive ? "active" : "inactive" };
}

/** Pays the producer of a block, pays out unbonded stakes that are due, and counts the votes that end with it. */
function endBlock(block: BlockEnd): void {
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

/**
 * The rules of delta: accounts, which pay for their transactions.
 *
 * @module
 */
