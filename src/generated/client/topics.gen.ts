// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { TopicName } from "../topics.gen.ts";
import type * as Types from "../types.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** The topics of subscriptions: payload, filter, chains that have it. */
export interface Topics {
  /**
   * Every new block, by height.
   */
  blocks: {
    data: Types.BlockSummary;
    filter: Types.CursorFilter;
    reorgNotice: true;
    chains: "alpha" | "delta";
  };

  /**
   * Every transaction of a new block, in block order. The filter narrows them by addresses (from or to) and by type.
   */
  transactions: {
    data: Types.Transaction;
    filter: Types.SubscriptionFilter;
    reorgNotice: true;
    chains: "alpha" | "delta";
  };

  /**
   * Every transaction that becomes pending, those that fell out of a reorganised chain included. It is live only: its subscription and its events have no cursor, and what comes while nothing is subscribed is not sent later.
   */
  pending_transactions: {
    data: Types.RpcTransaction;
    filter: Types.LiveFilter;
    reorgNotice: false;
    chains: "alpha" | "delta";
  };

  /**
   * Every reorganisation of the chain.
   */
  reorgs: {
    data: Types.Reorg;
    filter: Types.CursorFilter;
    reorgNotice: false;
    chains: "alpha" | "delta";
  };

  /**
   * A validator whenever one of its fields has changed. The filter narrows them by addresses.
   */
  validators: {
    data: Types.Validator;
    filter: Types.ValidatorFilter;
    reorgNotice: true;
    chains: "delta";
  };

  /**
   * A governance proposal when it is made and whenever one of its fields has changed.
   */
  proposals: {
    data: Types.Proposal;
    filter: Types.CursorFilter;
    reorgNotice: true;
    chains: "delta";
  };

  /**
   * Every serial number spent in a new block.
   */
  serial_numbers: {
    data: Types.SpentSerialNumber;
    filter: Types.CursorFilter;
    reorgNotice: true;
    chains: "alpha";
  };
}

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
