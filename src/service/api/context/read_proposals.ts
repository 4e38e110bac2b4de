import {
  ENDED,
  type Proposal,
  PROPOSAL,
  type ProposalCounts,
  PROPOSALS,
  type ProposalStatus,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Page, Store, Window } from "../../chain/store/mod.ts";
import { readValues } from "./read_values.ts";

/** A proposal under its id. */
export type ProposalEntry = readonly [id: number, Proposal];

/** Selects the proposals to list. */
export interface ProposalFilter extends Window {
  readonly status: ProposalStatus | "all";
}

const NONE: ProposalCounts = { total: 0, passed: 0, rejected: 0 };

/** Proposals at the head, newest first. The cost of a page is constant, since every status has a dense list. */
export async function readProposals(
  store: Store,
  filter: ProposalFilter,
): Promise<Page<ProposalEntry>> {
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

/** The proposal of an id at the head. */
export async function readProposal(store: Store, id: number): Promise<Proposal | undefined> {
  const { state } = await readValues(store, () => [PROPOSAL.key(String(id))]);
  return state.get(PROPOSAL, String(id));
}

function lengthOf(state: WorkingState, { status }: ProposalFilter): number {
  const { total, passed, rejected } = state.get(PROPOSALS) ?? NONE;
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
    const { passed, rejected } = state.get(PROPOSALS) ?? NONE;
    return positions.map((position) => passed + rejected + position + 1);
  }
  return positions.flatMap((position) => state.get(ENDED[status], String(position))?.id ?? []);
}
