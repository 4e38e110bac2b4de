import type { Rendered, Store } from "../../../chain/store/mod.ts";
import { findByHash } from "../../context/mod.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { renderList, windowOf } from "./render_list.ts";
import { RestServiceError } from "../envelope.ts";

/** Operations on blocks. */
export const BLOCK_OPERATIONS: OperationHandlers<
  "listBlocks" | "getBlock" | "listBlockTransactions"
> = {
  async listBlocks({ query }, { store }) {
    const page = await store.listBlocks({ ...windowOf(query), order: query.order });
    return renderList("listBlocks", page, query);
  },

  async getBlock({ path }, context) {
    const read = (store: Store): Promise<Rendered | undefined> =>
      store.renderBlock(path.identifier);
    const isHeight = typeof path.identifier === "number";
    const found = await (isHeight ? read(context.store) : findByHash(context, read));
    if (found === undefined) throw new RestServiceError("NOT_FOUND", `No block ${path.identifier}`);
    return found;
  },

  async listBlockTransactions({ path, query }, { store }) {
    const page = await store.listBlockTransactions(path.number, windowOf(query));
    if (!page) throw new RestServiceError("NOT_FOUND", `No block ${path.number}`);
    return renderList("listBlockTransactions", page, query);
  },
};
