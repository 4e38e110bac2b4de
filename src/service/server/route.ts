import { LIMITS } from "../../generated/limits.gen.ts";
import { type TierLimits, TIERS } from "../../generated/tiers.gen.ts";
import type { Caller, RequestTrace, ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import { type Admission, limitText, rateHeaders } from "../limits/mod.ts";
import {
  answerFault,
  handleKeys,
  handleRest,
  type Meta,
  type RestCall,
  RestFault,
  verbsAt,
} from "../rest/mod.ts";
import { handleRpc, refuseRpc, RpcFault, type RpcRequest } from "../rpc/mod.ts";
import { identify, subjectOfPeer } from "./identify.ts";
import { indexPage } from "./index_page.ts";
import { matchServer, type ServerMatch } from "./match_server.ts";
import { notFoundText } from "./not_found_text.ts";
import { answerHealth, answerMetrics, answerReadiness } from "./operations_pages.ts";
import { readSiteFile, sitePathName } from "./read_site_file.ts";
import type { ServiceParts } from "./service_parts.ts";

/** A request with what its answer needs. */
export interface RoutedRequest {
  readonly request: ServiceRequest;
  /** Whether it is devnet control, which is not metered. */
  readonly isControl: boolean;
  readonly meta: Meta;
  readonly onError: (error: unknown) => void;
  /** Told what the request turns out to be. */
  readonly trace: RequestTrace;
}

interface Target {
  readonly match: ServerMatch | undefined;
  readonly pathname: string;
  readonly search: string;
}

const NO_QUERY = new URLSearchParams();
const UNKNOWN_KEY = "The API key is unknown";

/** Answers a request: what is free at once, what is metered after its caller was identified and admitted. */
export async function route(routed: RoutedRequest, parts: ServiceParts): Promise<ServiceResponse> {
  const { request, trace } = routed;
  if (request.method === "OPTIONS") {
    trace.operation = "OPTIONS";
    return { status: 204, headers: {}, body: "" };
  }
  const [pathname, search] = splitTarget(request.target);
  const match = matchServer(pathname);
  if (match) trace.protocol = match.server;
  const isGet = request.method === "GET" || request.method === "HEAD";
  const free = isGet && !match ? answerFree(pathname, routed, parts) : undefined;
  if (free) {
    trace.operation = sitePathName(pathname) ?? pathname;
    return free;
  }
  const target = { match, pathname, search };
  if (routed.isControl) return answer(routed, target, parts, () => undefined);
  const caller = identify(request, parts);
  trace.caller = caller instanceof Promise ? await caller : caller;
  if (!trace.caller) return refuse(routed, target, 400, UNKNOWN_KEY);
  return await answerMetered(routed, target, trace.caller, parts);
}

/** What is no part of the interface and counts for nobody; undefined for any other path. */
function answerFree(
  pathname: string,
  { request, meta }: RoutedRequest,
  parts: ServiceParts,
): Promise<ServiceResponse> | ServiceResponse | undefined {
  if (sitePathName(pathname) !== undefined) return readSiteFile(pathname, request);
  if (pathname === "/healthz") return answerHealth();
  if (pathname === "/readyz") return answerReadiness(parts);
  if (pathname === "/metrics") return answerMetrics(request, meta, parts);
  return pathname === "/" ? indexPage(request, parts.chains) : undefined;
}

async function answerMetered(
  routed: RoutedRequest,
  target: Target,
  { subject, tier }: Caller,
  parts: ServiceParts,
): Promise<ServiceResponse> {
  let admission = parts.limiter.admit(subject, TIERS[tier]);
  function chargeFurther(calls: number): string | undefined {
    if (calls === 0) return undefined;
    parts.limiter.refund(subject, TIERS[tier]);
    admission = parts.limiter.admit(subject, TIERS[tier], calls + 1);
    if (admission.isAdmitted) return undefined;
    parts.metrics.countRefusal(tier, "rate");
    return limitText(tier, admission);
  }
  if (!admission.isAdmitted) parts.metrics.countRefusal(tier, "rate");
  const response = admission.isAdmitted
    ? await answer(routed, target, parts, chargeFurther)
    : await refuse(routed, target, 429, limitText(tier, admission));
  return admission.quotas === undefined
    ? response
    : { ...response, headers: { ...rateHeaders(admission), ...response.headers } };
}

async function answer(
  { request, meta, onError, trace }: RoutedRequest,
  { match, pathname, search }: Target,
  parts: ServiceParts,
  chargeFurther: (calls: number) => string | undefined,
): Promise<ServiceResponse> {
  const { method } = request;
  const query = search === "" ? NO_QUERY : new URLSearchParams(search);
  const ifNoneMatch = request.header("if-none-match");
  const path = match?.path ?? pathname;
  const call: RestCall = { method, path, query, pathname, ifNoneMatch, meta, onError, trace };
  if (match?.server === "keys" && verbsAt("keys", match.path).length > 0) {
    const countRequest = (): string | undefined => countKeyRequest(request, parts);
    return handleKeys(call, request, { store: parts.keys, now: meta.timestamp, countRequest });
  }
  const gateway = match && "segment" in match ? parts.chains.get(match.segment) : undefined;
  if (gateway && match?.server === "rest") return await handleRest(call, gateway);
  if (gateway && method === "POST") {
    const further = parts.door?.methods(request, gateway);
    const tracing = traceCalls(trace, parts);
    return await handleRpc({ request, gateway, chargeFurther, onError, further, ...tracing });
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
  status: 400 | 429,
  text: string,
): Promise<ServiceResponse> {
  if (match?.server === "rpc" && request.method === "POST") {
    const fault = new RpcFault(status === 429 ? "LimitExceeded" : "InvalidRequest", text);
    return refuseRpc(request, status, fault, LIMITS.starvedBodyBytes);
  }
  return answerFault(new RestFault(status === 429 ? "RATE_LIMITED" : "INVALID_PARAM", text), meta);
}

function countKeyRequest(request: ServiceRequest, parts: ServiceParts): string | undefined {
  const { keysPerDay, keyRequests } = parts;
  const limits: TierLimits = { requestsPerSecond: keysPerDay, requestsPerDay: keysPerDay };
  const admission: Admission = keyRequests.admit(subjectOfPeer(request, parts), limits);
  if (admission.isAdmitted) return undefined;
  parts.metrics.countRefusal(parts.keylessTier, "keys");
  return `At most ${keysPerDay} keys a day from one address, retry in ${admission.retryAfter} seconds`;
}

function splitTarget(target: string): [pathname: string, search: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
