import { LIMITS } from "../../generated/limits.gen.ts";
import { type TierLimits, TIERS } from "../../generated/tiers.gen.ts";
import type { Caller, ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import { type Admission, limitText, rateHeaders } from "../limits/mod.ts";
import {
  answerFault,
  handleKeys,
  handleRest,
  type Meta,
  type RestCall,
  RestFault,
} from "../rest/mod.ts";
import { handleRpc, refuseRpc, RpcFault } from "../rpc/mod.ts";
import { identify, subjectOfPeer } from "./identify.ts";
import { indexPage } from "./index_page.ts";
import { matchServer, type ServerMatch } from "./match_server.ts";
import { isSitePath, readSiteFile } from "./read_site_file.ts";
import type { ServiceParts } from "./service_parts.ts";

/** A request with what its answer needs. */
export interface RoutedRequest {
  readonly request: ServiceRequest;
  /** Whether it is devnet control, which is not metered. */
  readonly isControl: boolean;
  readonly meta: Meta;
  readonly onError: (error: unknown) => void;
}

interface Target {
  readonly match: ServerMatch | undefined;
  readonly pathname: string;
  readonly search: string;
}

const HEALTHY: ServiceResponse = {
  status: 200,
  headers: { "Content-Type": "text/plain" },
  body: "ok\n",
};
const UNKNOWN_KEY = "The API key is unknown";

/** Answers a request: what is free at once, what is metered after its caller was identified and admitted. */
export async function route(routed: RoutedRequest, parts: ServiceParts): Promise<ServiceResponse> {
  const { request } = routed;
  if (request.method === "OPTIONS") return { status: 204, headers: {}, body: "" };
  const [pathname, search] = splitTarget(request.target);
  const isGet = request.method === "GET" || request.method === "HEAD";
  if (isGet && isSitePath(pathname)) return readSiteFile(pathname);
  if (isGet && pathname === "/healthz") return HEALTHY;
  if (isGet && pathname === "/") return indexPage(request, parts.chains);
  const target = { match: matchServer(pathname), pathname, search };
  if (routed.isControl) return answer(routed, target, parts, () => undefined);
  const caller = await identify(request, parts);
  if (!caller) return refuse(routed, target, 400, UNKNOWN_KEY);
  return answerMetered(routed, target, caller, parts);
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
    return admission.isAdmitted ? undefined : limitText(tier, admission);
  }
  const response = admission.isAdmitted
    ? await answer(routed, target, parts, chargeFurther)
    : await refuse(routed, target, 429, limitText(tier, admission));
  return { ...response, headers: { ...rateHeaders(admission), ...response.headers } };
}

async function answer(
  { request, meta, onError }: RoutedRequest,
  { match, pathname, search }: Target,
  parts: ServiceParts,
  chargeFurther: (calls: number) => string | undefined,
): Promise<ServiceResponse> {
  const { method } = request;
  const query = new URLSearchParams(search);
  const call: RestCall = { method, path: match?.path ?? pathname, query, meta, onError };
  if (match?.server === "keys") {
    const countRequest = (): string | undefined => countKeyRequest(request, parts);
    return handleKeys(call, request, { store: parts.keys, now: meta.timestamp, countRequest });
  }
  const gateway = match && parts.chains.get(match.segment);
  if (gateway && match.server === "rest") return handleRest(call, gateway);
  if (gateway && method === "POST") {
    const further = parts.door?.methods(request, gateway);
    return handleRpc({ request, gateway, chargeFurther, onError, further });
  }
  return answerFault(new RestFault("NOT_FOUND", `No ${method} ${pathname}`), meta);
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
  return `At most ${keysPerDay} keys a day from one address, retry in ${admission.retryAfter} seconds`;
}

function splitTarget(target: string): [pathname: string, search: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
