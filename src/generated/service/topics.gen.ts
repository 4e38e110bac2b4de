// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { ParameterInfo } from "../../tables.ts";
import type { TopicName } from "../topics.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

/** The topics of subscriptions: payload and filter on the wire. */
export interface Topics {
  blocks: { data: Wire<Types.BlockSummary>; filter: Wire<Types.CursorFilter> };
  transactions: { data: Wire<Types.Transaction>; filter: Wire<Types.SubscriptionFilter> };
  pending_transactions: { data: Wire<Types.RpcTransaction>; filter: Wire<Types.LiveFilter> };
  reorgs: { data: Wire<Types.Reorg>; filter: Wire<Types.CursorFilter> };
  validators: { data: Wire<Types.Validator>; filter: Wire<Types.ValidatorFilter> };
  proposals: { data: Wire<Types.Proposal>; filter: Wire<Types.CursorFilter> };
  serial_numbers: { data: Wire<Types.SpentSerialNumber>; filter: Wire<Types.CursorFilter> };
}

/** Table of the fields of each topic's filter, for use at run time. */
export const TOPIC_FILTERS: Readonly<Record<TopicName, Readonly<Record<string, ParameterInfo>>>> = {
  blocks: {"after":{"name":"after","in":"body","types":["string"],"expected":"a cursor"}},
  transactions: {"after":{"name":"after","in":"body","types":["string"],"expected":"a cursor"},"address":{"name":"address","in":"body","types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},"addresses":{"name":"addresses","in":"body","types":["array"],"items":["string"],"explode":false,"expected":"an array of up to 10000 items, each an address that starts with ax1 or dx1 and has a valid checksum"},"type":{"name":"type","in":"body","types":["string"],"expected":"one of \"transfer\", \"token_transfer\", \"delegate\", \"undelegate\", \"claim_rewards\", \"propose\", \"vote\"","enum":["transfer","token_transfer","delegate","undelegate","claim_rewards","propose","vote"],"valuesByChain":{"alpha":["transfer"],"delta":["transfer","token_transfer","delegate","undelegate","claim_rewards","propose","vote"]}}},
  pending_transactions: {},
  reorgs: {"after":{"name":"after","in":"body","types":["string"],"expected":"a cursor"}},
  validators: {"after":{"name":"after","in":"body","types":["string"],"expected":"a cursor"},"address":{"name":"address","in":"body","types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},"addresses":{"name":"addresses","in":"body","types":["array"],"items":["string"],"explode":false,"expected":"an array of up to 10000 items, each an address that starts with ax1 or dx1 and has a valid checksum"}},
  proposals: {"after":{"name":"after","in":"body","types":["string"],"expected":"a cursor"}},
  serial_numbers: {"after":{"name":"after","in":"body","types":["string"],"expected":"a cursor"}},
};

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
  pending_transactions: v.zLiveFilter,
  reorgs: v.zCursorFilter,
  validators: v.zValidatorFilter,
  proposals: v.zCursorFilter,
  serial_numbers: v.zCursorFilter,
};
