import {
  type CarrierGetter,
  type Context,
  extractContext,
  NO_CONTEXT,
  readContext,
  spanContextOf,
  startSpan,
  type TracedSpan,
} from "../../../telemetry.ts";
import { isFromProxy, type TrustedProxies } from "../../access/identity/mod.ts";
import type { ServiceRequest } from "../../request.ts";
import { type Route, templateOf } from "./router.ts";

const HEADERS: CarrierGetter<ServiceRequest> = {
  keys: (request) => [...request.headerNames()],
  get: (request, name) => request.header(name),
};

/** The result of a request, as its span records it. */
interface RequestEnd {
  readonly method: string;
  readonly route: Route;
  readonly pathname: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
}

/**
 * Begins the span of a request, in the trace that a trusted proxy names in its headers. It is named by method and route alone, which the
 * sampler decides by: attributes are set once it is known to record, so that the other requests pay for none.
 */
export function startRequestSpan(
  request: ServiceRequest,
  route: Route,
  trustedProxies: TrustedProxies,
): TracedSpan | undefined {
  const named = extractContext(request, HEADERS);
  return startServerSpan(nameOf(route, request.method), named, { request, trustedProxies });
}

/** Begins the span of a call on a WebSocket that a trusted proxy opened, in the trace that its member `trace` names. */
export function startCallSpan(
  method: string,
  carrier: unknown,
  sender: Sender,
): TracedSpan | undefined {
  return startServerSpan(method, readContext(carrier), sender);
}

/** The request, or the one for the WebSocket, and who may decide on sampling. */
interface Sender {
  readonly request: ServiceRequest;
  readonly trustedProxies: TrustedProxies;
}

/** The trace of a stranger becomes a link: it neither forces a span to be recorded nor joins a trace of ours. */
function startServerSpan(
  name: string,
  named: Context,
  { request, trustedProxies }: Sender,
): TracedSpan | undefined {
  const linked = spanContextOf(named);
  if (!linked || isFromProxy(request, trustedProxies)) return startSpan(name, "server", named);
  return startSpan(name, "server", NO_CONTEXT, [linked]);
}

/** Ends it. The path is told where it is of a route, and the query never. */
export function endRequestSpan(
  span: TracedSpan,
  { method, route, pathname, requestId, operation, status }: RequestEnd,
): void {
  if (span.isRecording) {
    const template = templateOf(route);
    span.set({
      "http.request.method": method,
      "http.route": template,
      "http.response.status_code": status,
      "url.scheme": "http",
      "url.path": template === undefined ? undefined : pathname,
      "alphadelta.segment": "segment" in route ? route.segment : undefined,
      "alphadelta.operation": operation,
      "alphadelta.request_id": requestId,
    });
    if (status >= 500) span.fail(String(status));
  }
  span.end();
}

function nameOf(route: Route, method: string): string {
  const template = templateOf(route);
  if (template !== undefined) return `${method} ${template}`;
  // A client's value there names no span.
  return route.kind === "preflight" ? method : "HTTP";
}
