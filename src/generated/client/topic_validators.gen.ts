// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { TopicName } from "../topics.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
  blocks: v.zBlockSummary,
  transactions: v.zTransaction,
  pending_transactions: v.zRpcTransaction,
  reorgs: v.zReorg,
  validators: v.zValidator,
  proposals: v.zProposal,
  serial_numbers: v.zSpentSerialNumber,
};

/** Validators of the filters of topics. */
export const FILTER_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
  blocks: v.zCursorFilter,
  transactions: v.zSubscriptionFilter,
  pending_transactions: v.zCursorFilter,
  reorgs: v.zCursorFilter,
  validators: v.zValidatorFilter,
  proposals: v.zCursorFilter,
  serial_numbers: v.zCursorFilter,
};
