import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../../../chains/internal.ts";
import { API_KEY_HEADER } from "../../../generated/limits.gen.ts";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";

const OPERATION_ROWS = Object.values(OPERATIONS);
const METHODS = new Set([
  "GET",
  "HEAD",
  "POST",
  ...OPERATION_ROWS.map(({ verb }) => verb.toUpperCase()),
]);
const HEADERS = OPERATION_ROWS.flatMap(({ parameters }) =>
  parameters.filter((info) => info.in === "header").map(({ name }) => name),
);

/** Headers of every answer: a page of any origin may read it, with what tells of limits. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `Deprecation, ETag, RateLimit, RateLimit-Policy, Retry-After, Sunset, ${CHAIN_HEIGHT}, X-Request-Id`,
} as const;

/** Further headers of the answer to a browser that asks what it may send. */
export const PREFLIGHT = {
  "Access-Control-Allow-Methods": [...METHODS, "OPTIONS"].join(", "),
  "Access-Control-Allow-Headers": [
    ...new Set([
      "Authorization",
      "Content-Type",
      "If-None-Match",
      API_KEY_HEADER,
      LEAST_HEIGHT,
      ...HEADERS,
    ]),
  ].join(", "),
  "Access-Control-Max-Age": "86400",
} as const;
