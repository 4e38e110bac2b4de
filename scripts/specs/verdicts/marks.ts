import { isObject, type Json } from "../json.ts";
import {
  ANY,
  custom,
  FLAG,
  follows,
  LIMIT,
  listOf,
  mapOf,
  matching,
  OBJECT,
  one,
  oneOf,
  type Place,
  POSITIVE,
  PUBLISHED,
  REFUSAL_STATUS,
  type Shape,
  TEXT,
  TEXTS,
  type Verdict,
} from "./verdict.ts";

const DOCS = "docs";

/** A name that stands in a URL as it is. */
const SLUG_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SLUG_WORDS = "a name of lower-case letters and digits, with single hyphens between them";
const SLUG = matching(SLUG_PATTERN, SLUG_WORDS);

/** Where something comes from, which nearly every place says. */
export const SOURCE: Readonly<Record<string, Verdict>> = {
  "x-source": follows(
    "types, docs: given by the interface or decided by us",
    oneOf("given", "decided"),
  ),
  "x-reason": follows("docs: why it was decided", TEXT),
};

/** Tables of the specs whose values a schema may repeat. */
export const TABLE = oneOf(
  ...["x-segments", "x-segments.chain", "x-segments.network", "x-rate-tiers", "x-error-codes"],
  ...["x-topics", "components.errors"],
);

/** The same where neither types nor pages show it. */
export const PUBLISHED_SOURCE: Readonly<Record<string, Verdict>> = {
  "x-source": follows(PUBLISHED, oneOf("given", "decided")),
  "x-reason": follows(PUBLISHED, TEXT),
};

export const CHAINS: Shape = custom(
  "a list of chains, at least one and each once",
  (value, chains) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((chain) => chains.includes(String(chain))),
);

export const CHAIN_LISTS: Shape = custom(
  "an object with a list of values for each chain",
  (value, chains) =>
    isObject(value) &&
    Object.keys(value).every((chain) => chains.includes(chain)) &&
    chains.every((chain) => Array.isArray(value[chain])),
);

const END = (value: Json | undefined): boolean => value === "start" || value === "end";
const GROWTH = custom("start, end, or one of them by the values of a parameter", (value) => {
  if (END(value) || !isObject(value)) return END(value);
  return Object.values(value).every((ends) => isObject(ends) && Object.values(ends).every(END));
});

const DAY = custom('a day, such as "2026-01-31"', (value) => {
  const date = new Date(`${String(value)}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(String(value));
});

/** Why a part of an operation or method, or of a schema, is deprecated. */
export const DEPRECATION: Readonly<Record<string, Verdict>> = {
  "x-deprecated": follows(
    "types, docs: why it is deprecated",
    one("deprecation", 'an object with the reason: `{ reason: "Use … instead." }`'),
  ),
};

/** Marks of operations and methods. */
export const CALL_MARKS: Readonly<Record<string, Verdict>> = {
  ...SOURCE,
  "x-chains": follows("client, service, docs: the chains that have it", CHAINS),
  "x-safe": follows("client: whether a repeated call does nothing further", FLAG),
  "x-limit": follows(
    "client: the limit of x-limits that it has for itself; the service does not compile until it counts it",
    TEXT,
  ),
  "x-deprecated": follows(
    "types, docs, headers of the service: since when, until when, and what to use instead",
    one("deprecation of a call", "an object with since, sunset and reason"),
  ),
  "x-height": follows(
    "caching: the height that an answer shows",
    one("height", "an object with the field of the height: `{ field: blockNumber }`"),
  ),
};

const row = (name: string, fields: Readonly<Record<string, Verdict>>, needs: string[]): Place => ({
  name,
  needs,
  keywords: { description: follows(DOCS, TEXT), ...fields, ...PUBLISHED_SOURCE },
});

export const MARK_PLACES: Readonly<Record<string, Place>> = {
  "decided of a method": {
    name: "x-decided of a method",
    keywords: { "x-chains": CALL_MARKS["x-chains"] as Verdict },
  },
  "decided of a call": {
    name: "x-decided of an operation",
    keywords: {
      "x-chains": CALL_MARKS["x-chains"] as Verdict,
      "x-limit": CALL_MARKS["x-limit"] as Verdict,
    },
  },
  height: {
    name: "x-height",
    needs: ["field"],
    keywords: {
      field: follows("field of the answer that holds the height", TEXT),
      settles: follows("whether only a reorganisation down to it changes the answer", FLAG),
      hash: follows("field of the answer's own hash", TEXT),
    },
  },
  pagination: {
    name: "x-pagination",
    needs: ["items", "key"],
    keywords: {
      items: follows("field of `data` that holds the items", TEXT),
      key: follows("field that tells items apart", TEXT),
      grows: follows("where new items come in; anywhere where it is absent", GROWTH),
      cursor: follows(
        "how it goes on, in the place of numbered pages",
        one("cursor", "an object: `{ parameter: after, next: next }`"),
      ),
    },
  },
  cursor: {
    name: "a cursor of x-pagination",
    needs: ["parameter", "next"],
    keywords: {
      parameter: follows("query parameter that takes the cursor", TEXT),
      next: follows("field of `data` with the next one, with dots into objects", TEXT),
    },
  },
  "deprecation of a call": {
    name: "x-deprecated of an operation or method",
    needs: ["since", "sunset", "reason"],
    keywords: {
      since: follows("types, docs, header Deprecation: the first day", DAY),
      sunset: follows("types, docs, header Sunset: the last day it is served", DAY),
      reason: follows("types, docs: what to use instead", TEXT),
    },
  },
  deprecation: {
    name: "x-deprecated",
    needs: ["reason"],
    keywords: { reason: follows("types, docs: what to use instead", TEXT) },
  },
  segment: row(
    "a row of x-segments",
    {
      chain: follows("client, service", SLUG),
      network: follows("client, service", SLUG),
      addressPrefix: follows("client, service", TEXT),
    },
    ["chain", "network", "addressPrefix"],
  ),
  tier: row(
    "a row of x-rate-tiers",
    {
      requestsPerSecond: follows("client, service", LIMIT),
      requestsPerDay: follows("client, service", LIMIT),
      assigned: follows(
        "client, service: whether it is that of requests without a key, or of a new key",
        oneOf("keyless", "key"),
      ),
    },
    ["requestsPerSecond", "requestsPerDay"],
  ),
  "error code": row(
    "a row of x-error-codes",
    { status: follows("client, service", REFUSAL_STATUS) },
    ["status"],
  ),
  limit: row("a row of x-limits", { value: follows("client, service", POSITIVE) }, ["value"]),
  "close code": row(
    "a row of x-close-codes",
    {
      name: follows("service", matching(/^([A-Z][a-z0-9]*)+$/, "a name in Pascal case")),
      resume: follows("client", FLAG),
    },
    ["name", "description", "resume"],
  ),
  "RPC servers": {
    name: "x-servers",
    needs: ["rpc", "ws", "wsKeyParameter"],
    keywords: {
      rpc: follows("client", TEXT),
      ws: follows("client", TEXT),
      wsKeyParameter: follows("client, service", TEXT),
    },
  },
  topic: {
    name: "a topic",
    needs: ["payload", "filter"],
    keywords: {
      summary: follows(DOCS, TEXT),
      description: follows("types, docs", TEXT),
      payload: follows("types, validators, docs", one("schema", "a schema")),
      filter: follows("types, validators, docs", one("schema", "a schema")),
      reorgNotice: follows("types, docs", FLAG),
      example: follows("docs; it is validated", ANY),
      after: follows("docs: the cursor after which the example comes first", TEXT),
      cursor: follows(DOCS, TEXT),
      "x-chains": CALL_MARKS["x-chains"] as Verdict,
      ...SOURCE,
    },
  },
  notification: {
    name: "x-notification",
    keywords: {
      method: follows("client, service", TEXT),
      summary: follows(PUBLISHED, TEXT),
      description: follows(PUBLISHED, TEXT),
      schema: follows(DOCS, one("schema", "a schema")),
      example: follows(DOCS, ANY),
      reorgNotice: follows(DOCS, one("notification", "an object")),
      ...PUBLISHED_SOURCE,
    },
  },
  envelope: {
    name: "x-envelope",
    keywords: {
      ...Object.fromEntries(
        ["request", "success", "failure"].map((key) => [
          key,
          follows("types, docs", one("schema", "a schema")),
        ]),
      ),
      ...Object.fromEntries(
        ["simplified", "simplifiedSuccess", "simplifiedFailure"].map((key) => [
          key,
          follows("types, docs", one("schema", "a schema")),
        ]),
      ),
      errors: follows(DOCS, listOf("RPC error", "a list of errors")),
    },
  },
  "devnet control": {
    name: "x-dev",
    needs: ["methods"],
    keywords: {
      description: follows(DOCS, TEXT),
      header: follows("service", TEXT),
      refusedHeaders: follows("service", TEXTS),
      methods: follows(
        "service, docs",
        listOf("method", "a list of methods, `[]` where it is empty"),
      ),
    },
  },
  "RPC extension": {
    name: "a row of x-extensions",
    keywords: {
      ...Object.fromEntries(
        ["openrpcExtension", "name", "version", "summary", "description"].map((key) => [
          key,
          follows("the published specs alone: marks of errors", TEXT),
        ]),
      ),
      restricted: follows("the published specs alone: marks of errors", TEXTS),
      schema: follows("the published specs alone: marks of errors", OBJECT),
    },
  },
};

/** Tables and protocols at the root of `openapi.yaml`. */
export const OPENAPI_MARKS: Readonly<Record<string, Verdict>> = {
  "x-segments": follows(
    "client, service, docs",
    mapOf("segment", "an object of segments", { pattern: SLUG_PATTERN, words: SLUG_WORDS }),
  ),
  "x-rate-tiers": follows("client, service, docs", mapOf("tier", "an object of tiers")),
  "x-error-codes": follows("client, service, docs", mapOf("error code", "an object of codes")),
  "x-limits": follows("client, service, docs", mapOf("limit", "an object of limits")),
};

/** Tables and protocols at the root of `openrpc.json`. */
export const OPENRPC_MARKS: Readonly<Record<string, Verdict>> = {
  "x-limits": OPENAPI_MARKS["x-limits"] as Verdict,
  "x-servers": follows("client", one("RPC servers", "an object with the URL templates rpc and ws")),
  "x-topics": follows("client, service, docs", mapOf("topic", "an object of topics")),
  "x-notification": follows("client, service, docs", one("notification", "an object")),
  "x-close-codes": follows("client, service, docs", mapOf("close code", "an object of codes")),
  "x-envelope": follows("types, docs", one("envelope", "an object")),
  "x-dev": follows("service, docs", one("devnet control", "an object")),
  "x-extensions": follows(
    "the published specs alone: marks of errors",
    listOf("RPC extension", "a list"),
  ),
};
