import { ACCOUNT_OPERATIONS } from "./accounts.ts";
import { BLOCK_OPERATIONS } from "./blocks.ts";
import { CHAIN_OPERATIONS } from "./chain.ts";
import { GOVERNANCE_OPERATIONS } from "./governance.ts";
import { requestKey } from "./keys.ts";
import type { HostHandlers, OperationHandlers } from "./operation_handlers.ts";
import { TRANSACTION_OPERATIONS } from "./transactions.ts";
import { VALIDATOR_OPERATIONS } from "./validators.ts";

/** Handlers of the operations of a segment; the type makes each one mandatory. */
export const HANDLERS: OperationHandlers = {
  ...CHAIN_OPERATIONS,
  ...BLOCK_OPERATIONS,
  ...TRANSACTION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...VALIDATOR_OPERATIONS,
  ...GOVERNANCE_OPERATIONS,
};

/** Handlers of the operations of the host; the type makes each one mandatory. */
export const HOST_HANDLERS: HostHandlers = { requestKey };
