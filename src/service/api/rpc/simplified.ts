import type { ServiceSimplifiedCalls } from "../../../generated/service/methods.gen.ts";
import type { Gateway } from "../context/mod.ts";
import { ACCOUNT_METHODS } from "./accounts.ts";
import { findTransaction } from "./transactions.ts";

/** A handler for each simplified call. */
export type SimplifiedHandlers = {
  readonly [Name in keyof ServiceSimplifiedCalls]: (
    params: ServiceSimplifiedCalls[Name]["params"],
    gateway: Gateway,
  ) => Promise<ServiceSimplifiedCalls[Name]["result"]>;
};

/** A handler for every simplified call of the documents; one that is missing does not compile. */
export const SIMPLIFIED_HANDLERS: SimplifiedHandlers = {
  async getBalance([address], gateway) {
    const { balance } = await ACCOUNT_METHODS.account_getBalance([address, "latest"], gateway);
    return balance;
  },

  async getTransaction([txid], gateway) {
    return findTransaction(txid, gateway);
  },
};
