// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "./segments.gen.ts";
import type { CloseCodeInfo, TopicInfo } from "../tables.ts";

/** Name of a topic. */
export type TopicName = "blocks" | "transactions" | "pending_transactions" | "reorgs" | "validators" | "proposals" | "serial_numbers";

/** Table of the topics, for use at run time. */
export const TOPICS: Readonly<Record<TopicName, TopicInfo<Chain>>> = {
  blocks: {"chains":["alpha","delta"],"filterFields":["after"],"reorgNotice":true,"segment":{"validator":"addressPrefix"}},
  transactions: {"chains":["alpha","delta"],"filterFields":["after","address","addresses","type"],"reorgNotice":true,"identity":{"address":["from","to"],"addresses":["from","to"]},"segment":{"from":"addressPrefix","to":"addressPrefix"}},
  pending_transactions: {"chains":["alpha","delta"],"filterFields":[],"reorgNotice":false,"live":true,"segment":{"from":"addressPrefix","to":"addressPrefix"}},
  reorgs: {"chains":["alpha","delta"],"filterFields":["after"],"reorgNotice":false},
  validators: {"chains":["delta"],"filterFields":["after","address","addresses"],"reorgNotice":true,"identity":{"address":["address"],"addresses":["address"]},"segment":{"address":"addressPrefix"}},
  proposals: {"chains":["delta"],"filterFields":["after"],"reorgNotice":true,"segment":{"proposer":"addressPrefix"}},
  serial_numbers: {"chains":["alpha"],"filterFields":["after"],"reorgNotice":true},
};

/** Method of the notifications that carry events. */
export const NOTIFICATION_METHOD = "chain_subscription" as const;

/** Codes that the service closes a WebSocket with. */
export const CLOSE_CODES: Readonly<Record<string, CloseCodeInfo>> = {
  /**
   * The service stops.
   */
  1001: { resume: true },
  /**
   * What arrived breaks the WebSocket protocol.
   */
  1002: { resume: true },
  /**
   * A binary frame arrived.
   */
  1003: { resume: false },
  /**
   * A text frame is not UTF-8.
   */
  1007: { resume: false },
  /**
   * The API key is unknown, or was revoked while the connection was open.
   */
  1008: { resume: false },
  /**
   * A message is larger than the service takes.
   */
  1009: { resume: false },
  /**
   * The service failed to read its events. Resume by cursor.
   */
  1011: { resume: true },
  /**
   * The reader is too slow for live events. Resume by cursor.
   */
  1013: { resume: true },
};

/** The same codes by their names. */
export const CLOSE = {
  "GoingAway": 1001,
  "ProtocolError": 1002,
  "UnsupportedData": 1003,
  "InvalidText": 1007,
  "KeyRefused": 1008,
  "MessageTooLarge": 1009,
  "EventsUnreadable": 1011,
  "SlowReader": 1013
} as const;
