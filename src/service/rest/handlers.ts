import { ACCOUNT_OPERATIONS } from "./accounts.ts";
import { BLOCK_OPERATIONS } from "./blocks.ts";
import { CHAIN_OPERATIONS } from "./chain.ts";
import { GOVERNANCE_OPERATIONS } from "./governance.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { TRANSACTION_OPERATIONS } from "./transactions.ts";
import { VALIDATOR_OPERATIONS } from "./validators.ts";

/** A handler for every operation on the server of a segment; one that is missing does not compile. */
export const HANDLERS: OperationHandlers = {
  ...CHAIN_OPERATIONS,
  ...BLOCK_OPERATIONS,
  ...TRANSACTION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...VALIDATOR_OPERATIONS,
  ...GOVERNANCE_OPERATIONS,
};
