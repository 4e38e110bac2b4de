import type { ExecutionContext, Outcome } from "../chain_rules.ts";
import { type Proposal, PROPOSAL, STAKE, VOTE as CAST_VOTE } from "../delta_state_kinds.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";

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

function runVote({ from, proposal: id, choice }: Vote, { state }: ExecutionContext): Outcome {
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
