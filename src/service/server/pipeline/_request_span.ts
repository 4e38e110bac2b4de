import {
  type CarrierGetter,
  extractContext,
  readContext,
  startSpan,
  type TracedSpan,
} from "../../../telemetry.ts";
import type { ServiceRequest } from "../../request.ts";
import { type Route, templateOf } from "./router.ts";

const HEADERS: CarrierGetter<ServiceRequest> = {
  keys: (request) => [...request.headerNames()],
  get: (request, name) => request.header(name),
};

/** What is told of a request at its end. */
interface RequestEnd {
  readonly method: string;
  readonly route: Route;
  readonly pathname: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
}

/**
 * Begins the span of a request, in the trace that its headers name. It is named by method and route alone, which the
 * sampler decides by: attributes are set once it is known to record, so that the other requests pay for none.
 */
export function startRequestSpan(request: ServiceRequest, route: Route): TracedSpan | undefined {
  const parent = extractContext(request, HEADERS);
  return startSpan(nameOf(route, request.method), "server", parent);
}

/** Begins the span of a call on a WebSocket, in the trace that its member `trace` names. */
export function startCallSpan(method: string, carrier: unknown): TracedSpan | undefined {
  return startSpan(method, "server", readContext(carrier));
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
  // Whatever a client sends there names no span.
  return route.kind === "preflight" ? method : "HTTP";
}
