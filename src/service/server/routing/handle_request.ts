import { randomUUID } from "node:crypto";
import { type Admission, rateHeaders } from "../../access/rate_limit/mod.ts";
import {
  type ResponseOrPromise,
  type SentResponse,
  type ServiceRequest,
  type ServiceResponse,
  startTrace,
} from "../../request.ts";
import { answerError, RestServiceError } from "../../api/rest/mod.ts";
import type { ControlGuard, GuardedRequest } from "../../devnet/control/mod.ts";
import { errorEntry } from "../logs.ts";
import { CORS } from "./cors.ts";
import { injectFault } from "./inject_fault.ts";
import { matchServer } from "./match_server.ts";
import { route } from "./route.ts";
import type { RoutedRequest, RoutingParts } from "./routed_request.ts";

/** Headers of every response that keep a browser from loading or running anything; pages have policies of their own. */
const SAFE = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** Answers a request, counts it and logs it; never rejects. */
export async function handleRequest(
  received: ServiceRequest,
  parts: RoutingParts,
): Promise<SentResponse> {
  const { clock, controlGuard, log, logRequest, metrics } = parts;
  const started = performance.now();
  const requestId = randomUUID();
  const meta = { timestamp: Math.floor(clock() / 1_000), requestId };
  const trace = startTrace();
  const onError = (error: unknown): void => log(errorEntry(error, requestId));
  const { request, isControl } = controlGuard
    ? await inspect(received, controlGuard)
    : { request: received, isControl: false };
  const routed: RoutedRequest = {
    request,
    isControl,
    meta,
    onError,
    trace,
    fault: undefined,
    limiter: undefined,
  };
  let response: ServiceResponse;
  try {
    response = await answer(routed, parts);
  } catch (error) {
    response = hideError(error, routed);
  }
  const sent = toSend(response, requestId, routed.limiter?.admission);
  const milliseconds = performance.now() - started;
  metrics.countRequest(trace, sent.status, milliseconds / 1_000);
  logRequest?.(request, sent, { trace, requestId, milliseconds, fault: routed.fault });
  return sent;
}

/** Refuses bytes that are not an HTTP or WebSocket request; unknown parts of `received` are empty. */
export function refuseRequest(
  text: string,
  received: Pick<ServiceRequest, "method" | "target" | "peer">,
  { clock, logRequest, metrics }: Pick<RoutingParts, "clock" | "logRequest" | "metrics">,
): SentResponse {
  const requestId = randomUUID();
  const meta = { timestamp: Math.floor(clock() / 1_000), requestId };
  const sent = toSend(answerError(new RestServiceError("INVALID_PARAM", text), meta), requestId);
  const trace = startTrace();
  metrics.countRequest(trace, sent.status, 0);
  logRequest?.(received, sent, { trace, requestId, milliseconds: 0 });
  return sent;
}

/** Adds what every response has: CORS and security headers, the request id, the rate limits of whom it was charged to, the length. */
function toSend(response: ServiceResponse, requestId: string, admission?: Admission): SentResponse {
  const limits = admission && rateHeaders(admission);
  const headers = { ...CORS, ...SAFE, "X-Request-Id": requestId };
  // Cheaper than spreading each.
  Object.assign(headers, limits, response.headers);
  return { ...response, headers, bytes: Buffer.byteLength(response.body) };
}

/** Routes a request, with an injected fault where a rule hits it. */
function answer(routed: RoutedRequest, parts: RoutingParts): ResponseOrPromise {
  const { request, isControl, meta } = routed;
  const { faults, closing } = parts;
  const fault = isControl || faults.rules.length === 0 ? undefined : faults.hit(pathOf(request));
  if (!fault) return route(routed, parts);
  routed.fault = fault.kind;
  return injectFault({ request, meta, fault, closing }, () => answerSafely(routed, parts));
}

/** Routes a request without rejecting: a fault needs a response to apply to. */
async function answerSafely(routed: RoutedRequest, parts: RoutingParts): Promise<ServiceResponse> {
  try {
    return await route(routed, parts);
  } catch (error) {
    return hideError(error, routed);
  }
}

/** Logs an error and answers without its detail. */
function hideError(
  error: unknown,
  { onError, meta }: Pick<RoutedRequest, "onError" | "meta">,
): ServiceResponse {
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}

/** Only requests to a JSON-RPC URL can be devnet control. */
async function inspect(request: ServiceRequest, guard: ControlGuard): Promise<GuardedRequest> {
  const isCall = request.method === "POST" && matchServer(pathOf(request))?.kind === "rpc";
  return isCall ? guard.inspect(request) : { request, isControl: false };
}

function pathOf({ target }: ServiceRequest): string {
  return target.split("?", 1)[0] ?? "";
}
