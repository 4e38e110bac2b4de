import type { SignedDeltaTransaction } from "../../../../devnet/internal.ts";
import type { Address, Amount } from "../../../../units/mod.ts";
import {
  type ExecutionContext,
  type ExecutionOutcome,
  type Movement,
  PROPOSAL_DEPOSIT,
  UNBONDING_BLOCKS,
  VOTING_BLOCKS,
} from "../chain_rules.ts";
import { ACCOUNT, VALIDATOR } from "../state_kinds.ts";
import type { Log } from "../transaction.ts";
import { credit, debit, type WorkingState } from "../working_state.ts";
import {
  DUE,
  dueAt,
  moveStake,
  payLater,
  type Proposal,
  PROPOSAL,
  PROPOSALS,
  settleStake,
  STAKE,
  TOKEN,
  TOKEN_BALANCE,
  VOTE,
} from "./state.ts";

/** The rules of one transaction type of delta. */
interface DeltaKind<T extends SignedDeltaTransaction> {
  describe(transaction: T): Movement;
  /** State keys read besides the sender's account and those that every block reads. */
  keys(transaction: T): string[];
  /** Base units that leave the sender besides the fee. */
  outlay(transaction: T): Amount;
  /** Runs after nonce and fee are settled. What a failed run changed is thrown away. */
  execute(transaction: T, context: ExecutionContext): ExecutionOutcome;
}

/** Outcome of a transaction that changes nothing. */
export const FAILED: ExecutionOutcome = { status: "failed", logs: [] };

const VOTE_FIELDS = { for: "votesFor", against: "votesAgainst", abstain: "votesAbstain" } as const;

const KINDS: {
  readonly [Type in SignedDeltaTransaction["type"]]: DeltaKind<
    Extract<SignedDeltaTransaction, { readonly type: Type }>
  >;
} = {
  /** Moves base units from one account to another. */
  transfer: {
    describe: ({ to, value }) => ({ to, value }),
    keys: ({ to }) => [ACCOUNT.key(to)],
    outlay: ({ value }) => value,
    execute({ from, to, value }, { state }) {
      if (!debit(state, from, value)) return FAILED;
      credit(state, to, value);
      return succeeded(to, "Transfer", { from, to, value: value.toString() });
    },
  },

  /**
   * Moves base units of a token from one account to another. The transaction's own `value` is zero: it counts native
   * tokens alone; the log says what moved.
   */
  token_transfer: {
    describe: ({ to }) => ({ to, value: 0n }),
    keys: ({ contract, from, to }) => [
      TOKEN.key(contract),
      TOKEN_BALANCE.key(`${contract}:${from}`),
      TOKEN_BALANCE.key(`${contract}:${to}`),
    ],
    outlay: () => 0n,
    execute({ contract, from, to, value }, { state }) {
      const held = tokenBalanceOf(state, contract, from);
      if (!state.get(TOKEN, contract) || held < value) return FAILED;
      state.set(TOKEN_BALANCE, `${contract}:${from}`, { balance: held - value });
      // Read after the write above, so that a transfer to oneself changes nothing.
      const balance = tokenBalanceOf(state, contract, to) + value;
      state.set(TOKEN_BALANCE, `${contract}:${to}`, { balance });
      return succeeded(contract, "TokenTransfer", { from, to, value: value.toString() });
    },
  },

  /**
   * Stakes with a validator, active or not. More can be added with the same one; with another only once all stake has
   * been taken out (decided): an account stakes with one validator at a time.
   */
  delegate: {
    describe: ({ validator, value }) => ({ to: validator, value }),
    keys: ({ from, validator }) => [STAKE.key(from), VALIDATOR.key(validator)],
    outlay: ({ value }) => value,
    execute({ from, validator: address, value }, { state }) {
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
      return succeeded(address, "Delegated", { delegator: from, value: value.toString() });
    },
  },

  /** Takes stake out. It earns nothing and weighs nothing from then on, and is paid when the unbonding period is over. */
  undelegate: {
    describe: ({ from, value }) => ({ to: from, value }),
    keys: ({ from }) => [STAKE.key(from)],
    outlay: () => 0n,
    execute({ from, value }, { state, height }) {
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
      payLater(state, { owner: from, value, until });
      const data = { delegator: from, value: value.toString(), until: until.toString() };
      return succeeded(validator, "Undelegated", data);
    },
  },

  /** Pays out the rewards of a stake; fails if there are none. */
  claim_rewards: {
    describe: ({ from }) => ({ to: from, value: 0n }),
    keys: ({ from }) => [STAKE.key(from)],
    outlay: () => 0n,
    execute({ from }, { state }) {
      const stake = settleStake(state, from);
      if (stake.rewards === 0n) return FAILED;
      state.set(STAKE, from, { ...stake, rewards: 0n });
      credit(state, from, stake.rewards);
      return succeeded(from, "RewardsClaimed", { value: stake.rewards.toString() });
    },
  },

  /** Puts a proposal to the vote. Its deposit leaves the balance, and its id is the next one. */
  propose: {
    describe: ({ from }) => ({ to: from, value: PROPOSAL_DEPOSIT }),
    keys: () => [],
    outlay: () => PROPOSAL_DEPOSIT,
    execute({ from: proposer, title, description }, { state, height }) {
      const counts = state.get(PROPOSALS);
      if (!counts || !debit(state, proposer, PROPOSAL_DEPOSIT)) return FAILED;
      const id = counts.total + 1;
      const endBlock = height + VOTING_BLOCKS;
      state.set(PROPOSALS, undefined, { ...counts, total: id });
      state.set(PROPOSAL, String(id), {
        title,
        description,
        proposer,
        status: "active",
        votesFor: 0n,
        votesAgainst: 0n,
        votesAbstain: 0n,
        startBlock: height,
        endBlock,
        deposit: PROPOSAL_DEPOSIT,
      });
      const due = dueAt(state, endBlock);
      state.set(DUE, String(endBlock), { ...due, proposals: [...due.proposals, id] });
      return succeeded(proposer, "Proposed", { proposal: String(id), endBlock: String(endBlock) });
    },
  },

  /**
   * Votes with the stake that the sender has at that moment (decided): later changes of the stake leave the vote as it
   * is. An address votes once on a proposal; a second vote fails (decided), as does one without stake.
   */
  vote: {
    describe: ({ from }) => ({ to: from, value: 0n }),
    keys: ({ from, proposal }) => [
      STAKE.key(from),
      PROPOSAL.key(String(proposal)),
      VOTE.key(`${proposal}:${from}`),
    ],
    outlay: () => 0n,
    execute({ from, proposal: id, choice }, { state }) {
      const proposal = state.get(PROPOSAL, String(id));
      const weight = state.get(STAKE, from)?.amount ?? 0n;
      const ballot = `${id}:${from}`;
      if (proposal?.status !== "active" || weight === 0n || state.get(VOTE, ballot)) return FAILED;
      const field = VOTE_FIELDS[choice];
      const counted: Proposal = { ...proposal, [field]: proposal[field] + weight };
      state.set(PROPOSAL, String(id), counted);
      state.set(VOTE, ballot, { choice, weight });
      const data = { proposal: String(id), choice, weight: weight.toString() };
      return succeeded(from, "Voted", data);
    },
  },
};

/** The rules of a transaction's type. They are only ever given transactions of it, so the wider type is safe. */
export function kindOf(transaction: SignedDeltaTransaction): DeltaKind<SignedDeltaTransaction> {
  return KINDS[transaction.type];
}

function succeeded(address: Address, event: string, data: Log["data"]): ExecutionOutcome {
  return { status: "success", logs: [{ address, event, data }] };
}

function tokenBalanceOf(state: WorkingState, contract: Address, owner: Address): Amount {
  return state.get(TOKEN_BALANCE, `${contract}:${owner}`)?.balance ?? 0n;
}
