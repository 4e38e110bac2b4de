import type { ExecutionContext, ExecutionOutcome } from "../chain_rules.ts";
import { PROPOSAL_DEPOSIT, VOTING_BLOCKS } from "../parameters.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";
import {
  VOTE as CAST_VOTE,
  DUE,
  dueAt,
  type Proposal,
  PROPOSAL,
  PROPOSALS,
  STAKE,
} from "./state.ts";
import { debit } from "./transfers.ts";

type Propose = SignedKind<"propose">;

/** Puts a proposal to the vote. Its deposit leaves the balance, and its id is the next one. */
export const PROPOSE: DeltaKind<Propose> = {
  describe: ({ from }) => ({ to: from, value: PROPOSAL_DEPOSIT }),
  keys: () => [],
  outlay: () => PROPOSAL_DEPOSIT,
  execute: runPropose,
};

function runPropose(transaction: Propose, { state, height }: ExecutionContext): ExecutionOutcome {
  const { from: proposer, title, description } = transaction;
  const counts = state.get(PROPOSALS);
  if (!counts || !debit(state, proposer, PROPOSAL_DEPOSIT)) return FAILED;
  const id = counts.total + 1;
  const proposal: Proposal = {
    title,
    description,
    proposer,
    status: "active",
    votesFor: 0n,
    votesAgainst: 0n,
    votesAbstain: 0n,
    startBlock: height,
    endBlock: height + VOTING_BLOCKS,
    deposit: PROPOSAL_DEPOSIT,
  };
  state.set(PROPOSALS, undefined, { ...counts, total: id });
  state.set(PROPOSAL, String(id), proposal);
  const due = dueAt(state, proposal.endBlock);
  state.set(DUE, String(proposal.endBlock), { ...due, proposals: [...due.proposals, id] });
  const data = { proposal: String(id), endBlock: String(proposal.endBlock) };
  return { status: "success", logs: [{ address: proposer, event: "Proposed", data }] };
}

type Vote = SignedKind<"vote">;

const FIELDS = { for: "votesFor", against: "votesAgainst", abstain: "votesAbstain" } as const;

/**
 * Votes with the stake that the sender has at that moment (decided): later changes of the stake leave the vote as it
 * is. An address votes once on a proposal; a second vote fails (decided), as does one without stake.
 */
export const VOTE: DeltaKind<Vote> = {
  describe: ({ from }) => ({ to: from, value: 0n }),
  keys: ({ from, proposal }) => [
    STAKE.key(from),
    PROPOSAL.key(String(proposal)),
    CAST_VOTE.key(`${proposal}:${from}`),
  ],
  outlay: () => 0n,
  execute: runVote,
};

function runVote(
  { from, proposal: id, choice }: Vote,
  { state }: ExecutionContext,
): ExecutionOutcome {
  const proposal = state.get(PROPOSAL, String(id));
  const weight = state.get(STAKE, from)?.amount ?? 0n;
  const ballot = `${id}:${from}`;
  if (proposal?.status !== "active" || weight === 0n || state.get(CAST_VOTE, ballot)) return FAILED;
  const field = FIELDS[choice];
  const counted: Proposal = { ...proposal, [field]: proposal[field] + weight };
  state.set(PROPOSAL, String(id), counted);
  state.set(CAST_VOTE, ballot, { choice, weight });
  const data = { proposal: String(id), choice, weight: weight.toString() };
  return { status: "success", logs: [{ address: from, event: "Voted", data }] };
}
