// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Check } from "../../checks/mod.ts";
import * as v from "./checks.gen.ts";
import type { TopicName } from "./topics.gen.ts";

/** Checks of the payloads of topics. */
export const TOPIC_CHECKS: Readonly<Record<TopicName, Check>> = {
  blocks: v.zBlockSummary,
  transactions: v.zTransaction,
  pending_transactions: v.zRpcTransaction,
  reorgs: v.zReorg,
  validators: v.zValidator,
  proposals: v.zProposal,
  serial_numbers: v.zSpentSerialNumber,
};
