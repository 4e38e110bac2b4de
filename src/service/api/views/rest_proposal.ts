import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Proposal } from "../../chain/ledger/mod.ts";

/** A proposal, as an item of the list. */
export function restProposal(id: number, proposal: Proposal): Wire.Proposal {
  const { title, proposer, status, startBlock, endBlock } = proposal;
  return {
    id,
    title,
    proposer,
    status,
    votesFor: proposal.votesFor.toString(),
    votesAgainst: proposal.votesAgainst.toString(),
    votesAbstain: proposal.votesAbstain.toString(),
    startBlock,
    endBlock,
  };
}

/** A proposal with its full text. */
export function restProposalDetail(id: number, proposal: Proposal): Wire.ProposalDetail {
  return { ...restProposal(id, proposal), description: proposal.description };
}
