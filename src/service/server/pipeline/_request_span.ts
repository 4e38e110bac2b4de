import { type CarrierGetter, startRequestSpan, type TracedSpan } from "../../../telemetry.ts";
import { isFromProxy, type TrustedProxies } from "../../access/identity/mod.ts";
import type { ServiceRequest } from "../../request.ts";
import type { Exchange } from "./exchange.ts";
import { type Route, templateOf } from "./router.ts";

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
