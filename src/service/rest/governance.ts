import { notBuilt } from "../gateway/mod.ts";
import type { OperationHandlers } from "./operation_handlers.ts";

/** Operations on governance. */
export const GOVERNANCE_OPERATIONS: OperationHandlers<"listProposals" | "getProposal"> = {
  async listProposals() {
    return notBuilt();
  },

  async getProposal() {
    return notBuilt();
  },
};
