// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { OwnLimit } from "../tables.ts";

/** Bounds that the service holds to (decided). */
export const LIMITS = {
  /**
   * Bytes of a request body or WebSocket message.
   */
  bodyBytes: 1048576,
  /**
   * Bytes read of the body of a caller that has nothing left of its budget.
   */
  starvedBodyBytes: 65536,
  /**
   * Key requests per day from one peer address. An option of the service.
   */
  keyRequestsPerDay: 10,
  /**
   * Calls in one batch.
   */
  batchCalls: 100,
  /**
   * Characters of an id that is a string.
   */
  idCharacters: 128,
  /**
   * Levels of nesting in a request.
   */
  jsonDepth: 64,
  /**
   * Subscriptions of one connection.
   */
  subscriptionsPerConnection: 100,
  /**
   * Addresses in the filter of one subscription.
   */
  addressesPerSubscription: 10000,
  /**
   * Addresses in the filters of all subscriptions of one connection.
   */
  addressesPerConnection: 100000,
  /**
   * Events of a segment that can be replayed, those of pending transactions and others each. The default of an option of the service: oldest in the result of chain_subscribe says where its log begins.
   */
  eventLogEvents: 100000,
  /**
   * Seconds between pings.
   */
  pingSeconds: 30,
  /**
   * Missed pongs after which a connection is closed.
   */
  missedPongs: 2,
} as const;

/** Items of the largest page that a list may be asked for (specified). */
export const PAGE_ITEMS = 100;

/** The operations with a limit of their own (decided). */
export const OWN_LIMITS: readonly OwnLimit[] = [
  { method: "POST", url: /^[^?#]*\/v1\/keys(?:[?#]|$)/, limit: "keyRequestsPerDay" },
];

/** Header that an API key is presented in (decided). */
export const API_KEY_HEADER = "X-API-Key" as const;

/** Header that the token of devnet control is presented in (extension). */
export const DEV_TOKEN_HEADER = "X-Dev-Token" as const;

/** Query parameter that an API key is presented in on WebSocket (decided). */
export const API_KEY_PARAMETER = "apiKey" as const;
