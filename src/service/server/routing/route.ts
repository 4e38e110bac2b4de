import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import type { FaultKind } from "../../devnet/control/mod.ts";
import type {
  Caller,
  RequestTrace,
  ServiceRequest,
  ServiceResponse,
} from "../../api/context/mod.ts";
import { rateHeaders } from "../../access/rate_limit/mod.ts";
import {
  answerFault,
  handleHost,
  handleRest,
  type Meta,
  type RestCall,
  RestFault,
} from "../../api/rest/mod.ts";
import { handleRpc, refuseRpc, RpcFault, type RpcRequest } from "../../api/rpc/mod.ts";
import { answerPage, pageName } from "../pages/answer_page.ts";
import { PREFLIGHT } from "../http/cors.ts";
import { callerOfPeer, identify, subjectOfPeer } from "./identify.ts";
import { matchServer, type ServerMatch } from "./match_server.ts";
import { Meter } from "./meter.ts";
import { notFoundText } from "./not_found_text.ts";
import { answerHealth, answerMetrics, answerReadiness } from "../pages/operations_pages.ts";
import type { ServiceParts } from "../service_parts.ts";

/** A request with what its answer needs. */
export interface RoutedRequest {
  readonly request: ServiceRequest;
  /** Whether it is devnet control, which is not metered. */
  readonly isControl: boolean;
  readonly meta: Meta;
  readonly onError: (error: unknown) => void;
  /** Told what the request turns out to be. */
  readonly trace: RequestTrace;
  /** What makes it fail on purpose. */
  fault: FaultKind | undefined;
}

interface Target {
  readonly match: ServerMatch | undefined;
  readonly pathname: string;
  readonly search: string;
}

/** An answer at once or later: a turn of waiting for what is there costs more than most steps on the way to it. */
export type Answering = Promise<ServiceResponse> | ServiceResponse;

/** Seconds of a day. */
const DAY = 86_400;
const NO_QUERY = new URLSearchParams();

/** The errors of a request that is refused before its operation or call is looked at; the status is that of REST. */
interface Refusal {
  readonly rest: RestErrorCode;
  readonly rpc: RpcErrorName;
}

const OVER_LIMIT: Refusal = { rest: "RATE_LIMITED", rpc: "LimitExceeded" };
const KEY_REFUSED: Refusal = { rest: "INVALID_PARAM", rpc: "InvalidRequest" };
const UNKNOWN_KEY = "The API key is unknown";

/** Answers a request: what is free at once, what is metered after its caller was identified and admitted. */
export function route(routed: RoutedRequest, parts: ServiceParts): Answering {
  const { request, trace } = routed;
  if (request.method === "OPTIONS") {
    trace.operation = "OPTIONS";
    return { status: 204, headers: PREFLIGHT, body: "" };
  }
  const [pathname, search] = splitTarget(request.target);
  const match = matchServer(pathname);
  if (match) trace.protocol = match.kind === "rpc" ? "rpc" : "rest";
  const isGet = request.method === "GET" || request.method === "HEAD";
  const free = isGet && !match ? answerFree(pathname, routed, parts) : undefined;
  if (free) {
    trace.operation = pageName(pathname) ?? pathname;
    return free;
  }
  const target = { match, pathname, search };
  if (routed.isControl) return answer(routed, target, parts);
  const caller = identify(request, parts);
  if (!(caller instanceof Promise)) return answerCaller(caller, routed, target, parts);
  return caller.then((known) => answerCaller(known, routed, target, parts));
}

/** Answers a caller; one that shows a key which nobody has counts as its peer, so that to show one is no way around the limits. */
function answerCaller(
  caller: Caller | undefined,
  routed: RoutedRequest,
  target: Target,
  parts: ServiceParts,
): Answering {
  routed.trace.caller = caller;
  const meter = new Meter(caller ?? callerOfPeer(routed.request, parts), parts);
  const refusal = meter.charge();
  const answering =
    refusal !== undefined
      ? refuse(routed, target, OVER_LIMIT, refusal)
      : caller
        ? answer(routed, target, parts, meter)
        : refuse(routed, target, KEY_REFUSED, UNKNOWN_KEY);
  return meter.admission?.quotas ? withRate(answering, meter) : answering;
}

/** Adds where the caller stands once the answer is there: a batch is charged as it is answered. */
async function withRate(answering: Answering, meter: Meter): Promise<ServiceResponse> {
  const response = await answering;
  const headers = { ...(meter.admission && rateHeaders(meter.admission)), ...response.headers };
  return { ...response, headers };
}

/** Answers what is no part of the interface and costs nothing of a tier; undefined for any other path. */
function answerFree(
  pathname: string,
  routed: RoutedRequest,
  parts: ServiceParts,
): Answering | undefined {
  if (pageName(pathname) !== undefined) return answerPage(pathname, routed, parts);
  if (pathname === "/healthz") return answerHealth();
  if (pathname === "/readyz") return answerReadiness(parts);
  return pathname === "/metrics" ? answerMetrics(routed.request, routed.meta, parts) : undefined;
}

/** Answers what was admitted; devnet control is charged to nobody. */
function answer(
  { request, meta, onError, trace }: RoutedRequest,
  { match, pathname, search }: Target,
  parts: ServiceParts,
  meter?: Meter,
): Answering {
  const { method } = request;
  const query = search === "" ? NO_QUERY : new URLSearchParams(search);
  const ifNoneMatch = request.header("if-none-match");
  const path = match?.path ?? pathname;
  const server = match && match.kind !== "rpc" ? match.server : "";
  const call: RestCall = {
    method,
    server,
    path,
    query,
    request,
    pathname,
    ifNoneMatch,
    meta,
    onError,
    trace,
  };
  if (match?.kind === "host") return answerHost(call, request, parts);
  const gateway = match ? parts.chains.get(match.segment) : undefined;
  if (gateway && match?.kind === "rest") return handleRest(call, gateway);
  if (gateway && method === "POST") {
    const further = parts.door?.methods(request, gateway);
    const tracing = traceCalls(trace, parts);
    const chargeFurther = (calls: number): string | undefined => meter?.chargeFurther(calls);
    return handleRpc({ request, gateway, chargeFurther, onError, further, ...tracing });
  }
  const text = notFoundText(method, pathname, parts.chains.keys());
  return answerFault(new RestFault("NOT_FOUND", text), meta);
}

/** Counts calls, and names the request by its one call or as a batch. */
function traceCalls(
  trace: RequestTrace,
  { metrics }: ServiceParts,
): Pick<RpcRequest, "onCall" | "onBatch"> {
  return {
    onCall(method, code) {
      metrics.countCall("http", method, code);
      if (trace.operation !== "batch") trace.operation = method;
    },
    onBatch: () => void (trace.operation = "batch"),
  };
}

/** Refuses by the rules of the server that was asked: by the ids of the calls where that is JSON-RPC. */
async function refuse(
  { request, meta }: RoutedRequest,
  { match }: Target,
  { rest, rpc }: Refusal,
  text: string,
): Promise<ServiceResponse> {
  if (match?.kind === "rpc" && request.method === "POST") {
    const { status } = REST_ERRORS[rest];
    return refuseRpc(request, status, new RpcFault(rpc, text), LIMITS.starvedBodyBytes);
  }
  return answerFault(new RestFault(rest, text), meta);
}

/** Answers an operation of the host; a key request has a limit of its own beside that of the tier. */
async function answerHost(
  call: RestCall,
  request: ServiceRequest,
  parts: ServiceParts,
): Promise<ServiceResponse> {
  const { keys, keysPerDay, keylessTier, metrics } = parts;
  const now = call.meta.timestamp;
  const requests = { subject: subjectOfPeer(request, parts), day: Math.floor(now / DAY) };
  let retryAfter: number | undefined;
  async function countRequest(): Promise<string | undefined> {
    if (await keys.countRequest(requests, keysPerDay)) return undefined;
    retryAfter = DAY - (now % DAY);
    metrics.countRefusal(keylessTier, "keys");
    return `At most ${keysPerDay} keys a day from one address, retry in ${retryAfter} seconds`;
  }
  const uncountRequest = (): Promise<void> => keys.uncountRequest(requests);
  const response = await handleHost(call, { store: keys, now, countRequest, uncountRequest });
  if (retryAfter === undefined) return response;
  const headers = { ...response.headers, "Retry-After": String(retryAfter) };
  return { ...response, headers };
}

function splitTarget(target: string): [pathname: string, search: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
