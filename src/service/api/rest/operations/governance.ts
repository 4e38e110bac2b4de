import { readProposal, readProposals } from "../../context/mod.ts";
import { restProposal, restProposalDetail } from "../../views.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { windowOf } from "./render_list.ts";
import { RestServiceError } from "../envelope.ts";

/** Operations on governance. */
export const GOVERNANCE_OPERATIONS: OperationHandlers<"listProposals" | "getProposal"> = {
  async listProposals({ query }, { store }) {
    const { status, page, limit } = query;
    const { items, total } = await readProposals(store, { ...windowOf(query), status });
    return {
      proposals: items.map(([id, proposal]) => restProposal(id, proposal)),
      pagination: { page, limit, totalItems: total },
    };
  },

  async getProposal({ path: { id } }, { store }) {
    const proposal = await readProposal(store, id);
    if (!proposal) throw new RestServiceError("NOT_FOUND", `No proposal ${id}`);
    return restProposalDetail(id, proposal);
  },
};
