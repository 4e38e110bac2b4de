import { randomUUID } from "node:crypto";
import { CHAIN_HEIGHT, CHAIN_SEGMENT, LEAST_HEIGHT } from "../../../chains/internal.ts";
import { API_KEY_HEADER } from "../../../generated/limits.gen.ts";
import type { Segment } from "../../../generated/segments.gen.ts";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import { isFromProxy } from "../../access/identity/mod.ts";
import { RestServiceError } from "../../api/context/mod.ts";
import { answerError, type Meta } from "../../api/rest/mod.ts";
import type { RequestTrace, SentResponse, ServiceRequest, ServiceResponse } from "../../request.ts";
import { errorEntry } from "../logs.ts";
import type { Observability, ServiceParts } from "../parts.ts";
import type { Connection } from "../port.ts";
import { type CarrierGetter, startRequestSpan, type TracedSpan } from "../../../telemetry.ts";
import { matchRoute, protocolAt, type Route, templateOf, UPGRADE } from "./router.ts";

/** A request on its way through the service. */
export interface Exchange {
  readonly request: ServiceRequest;
  readonly route: Route;
  readonly pathname: string;
  /** The part behind the `?`. */
  readonly search: string;
  readonly meta: Meta;
  /** Told to logs and metrics at the end. */
  readonly trace: RequestTrace;
  /** Called with errors that the answer hides. */
  readonly onError: (error: unknown) => void;
}

/** A response; of an admitted request for a WebSocket, with what to do once that is open. */
export type Answer = ServiceResponse & Pick<Connection, "socket">;
/** A response with further headers. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  // Cheaper than spreading both.
  return { ...answer, headers: Object.assign({ ...answer.headers }, headers) };
}

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
 * Headers of every response: a page of any origin may read it, with what tells of limits, and a browser loads and runs
 * nothing of it. Pages have policies of their own.
 */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `Age, Cache-Status, Deprecation, ETag, RateLimit, RateLimit-Policy, Retry-After, Sunset, ${CHAIN_HEIGHT}, ${CHAIN_SEGMENT}, X-Request-Id`,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Further headers of the answer to a browser that asks what it may send. */
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

/** Answers a request, or one for a WebSocket. Never rejects. */
export type Traced = (request: ServiceRequest, isUpgrade?: boolean) => Promise<Connection>;

/** Matches each request, counts it and logs it. */
export function trace(
  { access: { trustedProxies }, observability }: Pick<ServiceParts, "access" | "observability">,
  next: (exchange: Exchange) => Promise<Answer>,
): Traced {
  const { log, logRequest, metrics } = observability;
  return async (request, isUpgrade = false) => {
    const started = performance.now();
    const meta = metaNow(observability);
    const { requestId } = meta;
    const mark = request.target.indexOf("?");
    const pathname = mark < 0 ? request.target : request.target.slice(0, mark);
    const route = matchRoute(isUpgrade ? UPGRADE : request.method, pathname);
    const span = startRequestSpan(nameOf(route, request.method), request, CARRIER, () =>
      isFromProxy(request, trustedProxies),
    );
    const traced = traceOf(route, pathname, { isUpgrade, span });
    const exchange: Exchange = {
      request,
      route,
      pathname,
      search: mark < 0 ? "" : request.target.slice(mark + 1),
      meta,
      trace: traced,
      onError: (error) => log(errorEntry(error, requestId, span)),
    };
    const begun = span ? span.run(() => next(exchange)) : next(exchange);
    const answer = await begun.catch((error: unknown) => hideError(error, exchange));
    const sent = toSend(answer, requestId, "segment" in route ? route.segment : undefined);
    const milliseconds = performance.now() - started;
    metrics.countRequest(traced, sent.status, milliseconds / 1_000);
    logRequest?.(request, sent, { trace: traced, requestId, milliseconds });
    if (span) endSpan(span, exchange, sent.status);
    return sent;
  };
}

const CARRIER: CarrierGetter<ServiceRequest> = {
  keys: (request) => [...request.headerNames()],
  get: (request, name) => request.header(name),
};

/** A sampler decides by it: attributes are set only on a span that records. */
function nameOf(route: Route, method: string): string {
  const template = templateOf(route);
  if (template !== undefined) return `${method} ${template}`;
  // A client's value there names no span.
  return route.kind === "preflight" ? method : "HTTP";
}

/** Ends the span of a request. The path is told where it is of a route, and the query never. */
function endSpan(span: TracedSpan, exchange: Exchange, status: number): void {
  const { request, route, pathname, meta, trace: traced } = exchange;
  if (span.isRecording) {
    const template = templateOf(route);
    span.set({
      "http.request.method": request.method,
      "http.route": template,
      "http.response.status_code": status,
      "url.scheme": "http",
      "url.path": template === undefined ? undefined : pathname,
      "alphadelta.segment": "segment" in route ? route.segment : undefined,
      "alphadelta.operation": traced.operation,
      "alphadelta.tier": traced.caller?.tier,
      "alphadelta.request_id": meta.requestId,
    });
    if (status >= 500) span.fail(String(status));
  }
  span.end();
}

/** Refuses bytes that are not an HTTP or WebSocket request; unknown parts of `received` are empty. */
export function refuseRequest(
  text: string,
  received: Pick<ServiceRequest, "method" | "target" | "peer">,
  observability: Observability,
): SentResponse {
  const { logRequest, metrics } = observability;
  const meta = metaNow(observability);
  const { requestId } = meta;
  const sent = toSend(answerError(new RestServiceError("INVALID_PARAM", text), meta), requestId);
  const traced = traceOf({ kind: "nothing" }, "");
  metrics.countRequest(traced, sent.status, 0);
  logRequest?.(received, sent, { trace: traced, requestId, milliseconds: 0 });
  return sent;
}

/** Logs an error, and answers without its detail. */
export function hideError(error: unknown, { onError, meta }: Exchange): Answer {
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}

function metaNow({ clock }: Pick<Observability, "clock">): Meta {
  return { timestamp: Math.floor(clock() / 1_000), requestId: randomUUID() };
}

/** The method of a JSON-RPC request is known once its body is read. */
function traceOf(
  route: Route,
  pathname: string,
  { isUpgrade = false, span }: { isUpgrade?: boolean; span?: TracedSpan | undefined } = {},
): RequestTrace {
  const protocol = isUpgrade ? "websocket" : protocolOf(route, pathname);
  const operation = isUpgrade ? "connect" : operationOf(route);
  return { protocol, operation, caller: undefined, fault: undefined, span };
}

function protocolOf(route: Route, pathname: string): RequestTrace["protocol"] {
  if (route.kind === "page" || route.kind === "preflight") return "other";
  return "operation" in route ? "rest" : protocolAt(pathname);
}

function operationOf(route: Route): string {
  if ("operation" in route) return route.operation;
  if (route.kind === "page") return route.name;
  return route.kind === "preflight" ? "OPTIONS" : "unknown";
}

function toSend(answer: Answer, requestId: string, segment?: Segment): Connection {
  const headers: Record<string, string> = { ...HEADERS, "X-Request-Id": requestId };
  if (segment !== undefined) headers[CHAIN_SEGMENT] = segment;
  // Cheaper than spreading both.
  Object.assign(headers, answer.headers);
  return { ...answer, headers, bytes: Buffer.byteLength(answer.body) };
}
