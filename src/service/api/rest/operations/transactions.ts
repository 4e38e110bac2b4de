import { findByHash } from "../../context/mod.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { renderList, windowOf } from "./render_list.ts";
import { RestServiceError } from "../envelope.ts";

/** Operations on transactions. */
export const TRANSACTION_OPERATIONS: OperationHandlers<"getTransaction" | "listTransactions"> = {
  async getTransaction({ path }, context) {
    const found = await findByHash(context, (store) => store.renderTransaction(path.hash));
    if (found === undefined)
      throw new RestServiceError("NOT_FOUND", `No transaction ${path.hash} in a block`);
    return found;
  },

  async listTransactions({ query }, { store }) {
    const { type, address } = query;
    const page = await store.listTransactions({
      ...windowOf(query),
      ...(type === "all" ? {} : { type }),
      ...(address === undefined ? {} : { address }),
    });
    return renderList("listTransactions", page, query);
  },
};
