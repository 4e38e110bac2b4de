import { CHAIN_HEIGHT, CHAIN_SEGMENT, LEAST_HEIGHT } from "../../../chains/internal.ts";
import { API_KEY_HEADER } from "../../../generated/limits.gen.ts";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type { Exchange as OfAnyRoute, ServiceResponse } from "../../request.ts";
import type { Connection } from "../port.ts";
import type { Route } from "./router.ts";

/** A request on its way through the pipeline. */
export type Exchange<Matched extends Route = Route> = OfAnyRoute<Matched>;

/** A response. That to an admitted WebSocket request has a function that opens the session. */
export type Answer = ServiceResponse & Pick<Connection, "socket">;

const OPERATION_ROWS = Object.values(OPERATIONS);
const METHODS = new Set([
  "GET",
  "HEAD",
  "POST",
  ...OPERATION_ROWS.map(({ verb }) => verb.toUpperCase()),
]);
const HEADER_PARAMETERS = OPERATION_ROWS.flatMap(({ parameters }) =>
  parameters.filter((info) => info.in === "header").map(({ name }) => name),
);

/**
 * Headers of every response: pages of any origin may read it and the headers about limits, and a browser loads and runs
 * nothing from it. HTML pages have policies of their own.
 */
export const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `Age, Cache-Status, Deprecation, ETag, RateLimit, RateLimit-Policy, Retry-After, Sunset, ${CHAIN_HEIGHT}, ${CHAIN_SEGMENT}, X-Request-Id`,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Further headers of the response to a preflight request. */
export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": [...METHODS, "OPTIONS"].join(", "),
  "Access-Control-Allow-Headers": [
    ...new Set([
      "Authorization",
      "Content-Type",
      "If-None-Match",
      API_KEY_HEADER,
      LEAST_HEIGHT,
      "traceparent",
      "tracestate",
      ...HEADER_PARAMETERS,
    ]),
  ].join(", "),
  "Access-Control-Max-Age": "86400",
} as const;
