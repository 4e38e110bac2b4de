import { VALIDATOR } from "../../../chain/ledger/mod.ts";
import { readValidators } from "../../context/mod.ts";
import { restValidator } from "../../views.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { windowOf } from "./render_list.ts";
import { RestServiceError } from "../envelope.ts";

/** Operations on validators. */
export const VALIDATOR_OPERATIONS: OperationHandlers<"listValidators" | "getValidator"> = {
  async listValidators({ query }, { store }) {
    const { status, page, limit } = query;
    const listed = (await readValidators(store)).filter(
      ([, validator]) => status === "all" || validator.status === status,
    );
    const { offset } = windowOf(query);
    return {
      validators: listed
        .slice(offset, offset + limit)
        .map(([address, validator]) => restValidator(address, validator)),
      pagination: { page, limit, totalItems: listed.length },
    };
  },

  async getValidator({ path: { address } }, { store }) {
    const key = VALIDATOR.key(address);
    const text = (await store.readState([key])).values.get(key);
    if (text === undefined) throw new RestServiceError("NOT_FOUND", `No validator ${address}`);
    return restValidator(address, VALIDATOR.decode(text));
  },
};
