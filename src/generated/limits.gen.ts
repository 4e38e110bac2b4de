// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { ListPath, OwnLimit } from "../tables.ts";

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
   * Valid keys that one peer address asked for. An option of the service.
   */
  keysPerAddress: 10,
  /**
   * Calls in one batch.
   */
  batchCalls: 100,
  /**
   * Bytes of the replies to a batch after which no further call of it is run: that is -32005, and can be sent again.
   */
  batchReplyBytes: 10000000,
  /**
   * Characters of an id that is a string.
   */
  idCharacters: 128,
  /**
   * Levels of nesting in a request.
   */
  jsonDepth: 64,
  /**
   * Items of all lists in a request, an empty one counted as one; a request with more is -32600, or INVALID_PARAM in REST.
   */
  jsonItems: 25000,
  /**
   * Members of all objects in a request; a request with more is -32600, or INVALID_PARAM in REST.
   */
  jsonMembers: 5000,
  /**
   * Digits of a number in a request; one with more is -32600, or INVALID_PARAM in REST.
   */
  jsonDigits: 1000,
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
   * Items in the lists of a call, which x-cost names, that count as one request more.
   */
  itemsPerRequest: 100,
  /**
   * Events of a segment that can be replayed. The default of an option of the service: oldest in the result of chain_subscribe says where its log begins.
   */
  eventLogEvents: 100000,
  /**
   * Events of its topic that are a page of a replay; ten of other topics, which are passed over, count as one. Each further page counts as one request of the rate of its caller, and as none of the day.
   */
  replayPageEvents: 1000,
  /**
   * Bytes of events after which a page of a replay ends before that.
   */
  replayPageBytes: 1048576,
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

/** The lists of which each `LIMITS.itemsPerRequest` items cost one request more, by the method (decided). */
export const COSTS: Readonly<Record<string, readonly ListPath[]>> = {
  chain_subscribe: [[1,"addresses"]],
  chain_updateSubscription: [[1,"add"],[1,"remove"]],
};

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
