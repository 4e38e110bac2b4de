import { findByHash } from "../../context/mod.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { renderList, windowOf } from "./render_list.ts";
import { RestServiceError } from "../rest_service_error.ts";

/** Operations on blocks. */
export const BLOCK_OPERATIONS: OperationHandlers<
  "listBlocks" | "getBlock" | "listBlockTransactions"
> = {
  async listBlocks({ query }, { store }) {
    const page = await store.listBlocks({ ...windowOf(query), order: query.order });
    return renderList("listBlocks", page, query);
  },

  async getBlock({ path: { identifier } }, context) {
    const found =
      typeof identifier === "number"
        ? await context.store.renderBlock(identifier)
        : await findByHash(context, (store) => store.renderBlock(identifier));
    if (found === undefined) throw new RestServiceError("NOT_FOUND", `No block ${identifier}`);
    return found;
  },

  async listBlockTransactions({ path, query }, { store }) {
    const page = await store.listBlockTransactions(path.number, windowOf(query));
    if (!page) throw new RestServiceError("NOT_FOUND", `No block ${path.number}`);
    return renderList("listBlockTransactions", page, query);
  },
};
