import { ACCOUNT_METHODS } from "./accounts.ts";
import { CHAIN_METHODS } from "./chain.ts";
import type { MethodHandlers } from "./method_handlers.ts";
import { RECORD_METHODS } from "./records.ts";
import { STAKING_METHODS } from "./staking.ts";
import { TRANSACTION_METHODS } from "./transactions.ts";

/** Handlers of the methods of the specs; the type makes each one mandatory. */
export const HANDLERS: MethodHandlers = {
  ...CHAIN_METHODS,
  ...ACCOUNT_METHODS,
  ...TRANSACTION_METHODS,
  ...RECORD_METHODS,
  ...STAKING_METHODS,
};
