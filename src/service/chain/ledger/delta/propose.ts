import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { DUE, type Proposal, PROPOSAL, PROPOSALS } from "../delta_state_kinds.ts";
import { PROPOSAL_DEPOSIT, VOTING_BLOCKS } from "../parameters.ts";
import { debit } from "./balances.ts";
import { dueAt } from "./due.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";

type Propose = SignedKind<"propose">;

/** Puts a proposal to the vote. Its deposit leaves the balance, and its id is the next one. */
export const PROPOSE: DeltaKind<Propose> = {
  describe: ({ from }) => ({ to: from, value: PROPOSAL_DEPOSIT }),
  keys: () => [],
  outlay: () => PROPOSAL_DEPOSIT,
  execute: runPropose,
};

function runPropose(transaction: Propose, { state, height }: ExecutionContext): Outcome {
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
