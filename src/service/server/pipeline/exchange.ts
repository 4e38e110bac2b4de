import { CHAIN_HEIGHT, CHAIN_SEGMENT, LEAST_HEIGHT } from "../../../chains/internal.ts";
import { API_KEY_HEADER } from "../../../generated/limits.gen.ts";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type {
  Connection,
  Exchange as OfAnyRoute,
  ServiceRequest,
  ServiceResponse,
} from "../../request.ts";
import { type Route, templateOf } from "./router.ts";
import { type CarrierGetter, startRequestSpan, type TracedSpan } from "../../../telemetry.ts";
import { isFromProxy, type TrustedProxies } from "../../access/identity.ts";

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

const CARRIER: CarrierGetter<ServiceRequest> = {
  keys: (request) => [...request.headerNames()],
  get: (request, name) => request.header(name),
};

/** Begins the span of a request, in the trace that a trusted proxy names; undefined where none are made. */
export function startSpan(
  request: ServiceRequest,
  route: Route,
  trustedProxies: TrustedProxies,
): TracedSpan | undefined {
  return startRequestSpan(nameOf(route, request.method), request, CARRIER, () =>
    isFromProxy(request, trustedProxies),
  );
}

/** A sampler decides by it: attributes are set only on a span that records. */
function nameOf(route: Route, method: string): string {
  const template = templateOf(route);
  if (template !== undefined) return `${method} ${template}`;
  // A client's value there names no span.
  return route.kind === "preflight" ? method : "HTTP";
}

/** Ends the span of a request. It has the path only where a route matched, and never the query. */
export function endSpan(span: TracedSpan, exchange: Exchange, status: number): void {
  const { request, route, pathname, meta, operation, caller } = exchange;
  if (span.isRecording) {
    const template = templateOf(route);
    span.set({
      "http.request.method": request.method,
      "http.route": template,
      "http.response.status_code": status,
      "url.scheme": "http",
      "url.path": template === undefined ? undefined : pathname,
      "alphadelta.segment": "segment" in route ? route.segment : undefined,
      "alphadelta.operation": operation,
      "alphadelta.tier": caller?.tier,
      "alphadelta.request_id": meta.requestId,
    });
    if (status >= 500) span.fail(String(status));
  }
  span.end();
}
