import type { ServiceSimplifiedCalls } from "../../../../generated/service/methods.gen.ts";
import type { ChainContext } from "../../context/mod.ts";
import { ACCOUNT_METHODS } from "./accounts.ts";
import { findTransaction } from "./transactions.ts";

/** A handler for each simplified call. */
export type SimplifiedHandlers = {
  readonly [Name in keyof ServiceSimplifiedCalls]: (
    params: ServiceSimplifiedCalls[Name]["params"],
    context: ChainContext,
  ) => Promise<ServiceSimplifiedCalls[Name]["result"]>;
};

/** A handler for every simplified call of the specs; the type makes each one mandatory. */
export const SIMPLIFIED_HANDLERS: SimplifiedHandlers = {
  async getBalance([address], context) {
    const { balance } = await ACCOUNT_METHODS.account_getBalance([address, "latest"], context);
    return balance;
  },

  async getTransaction([txid], context) {
    return findTransaction(txid, context);
  },
};
