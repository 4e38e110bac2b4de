import { setTimeout as delay } from "node:timers/promises";
import { LEAST_HEIGHT } from "../../../chains/internal.ts";
import type { Segment } from "../../../chains/mod.ts";
import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import { callerOfPeer, identify } from "../../access/identity/mod.ts";
import { ADMIT_ALL, CallerLimiter, rateHeaders } from "../../access/rate_limit/mod.ts";
import { type ChainAnswers, RestServiceError, RpcServiceError } from "../../api/context/mod.ts";
import { answerError, handleRest } from "../../api/rest/mod.ts";
import { handleRpc, refuseRpc } from "../../api/rpc/mod.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import type { ServiceRequest, ServiceResponse } from "../../request.ts";
import { answerPages } from "../pages/mod.ts";
import type { Access, ServiceParts } from "../parts.ts";
import { injectFault } from "./_fault.ts";
import { boundLookups } from "./_key_lookups.ts";
import { answerKeyRequest } from "./_key_request.ts";
import { restCallOf } from "./_rest_call.ts";
import { admitSocket } from "./_socket_session.ts";
import { whyNothing } from "./router.ts";
import {
  type Answer,
  type Exchange,
  hideError,
  PREFLIGHT_HEADERS,
  trace,
  type Traced,
  withHeaders,
} from "./trace.ts";

const OVER_LIMIT = { rest: "RATE_LIMITED", rpc: "LimitExceeded" } as const;
const KEY_REFUSED = { rest: "INVALID_PARAM", rpc: "InvalidRequest" } as const;

/** A browser learns why it gets no WebSocket in no other way than from one that is closed at once. */
function refuseSocket(reason: string): Answer {
  const socket = { code: CLOSE.KeyRefused, reason };
  return { status: 101, headers: {}, body: "", socket };
}

/** Most milliseconds that a request waits for its chain to be opened. */
const LONGEST_WAIT = 30_000;
const NOT_OPEN = { rest: "INTERNAL_ERROR", rpc: "InternalError", status: 503 } as const;

/** What the way of a request needs. */
interface Way extends ServiceParts {
  readonly lookUp: ReturnType<typeof boundLookups>;
  readonly answerPage: ReturnType<typeof answerPages>;
  readonly counts: ChargeCounts;
}

/** Counts the charges and refusals of callers. */
type ChargeCounts = Pick<ConstructorParameters<typeof CallerLimiter>[0], "onRefusal" | "onCharge">;

/**
 * The way of every request, over HTTP and for a WebSocket: match and trace, inject a fault, identify the caller and charge
 * it, find the chain, handle. Each step calls the next one; a request for a WebSocket differs in the last.
 */
export function createPipeline(parts: ServiceParts): Traced {
  const lookUp = boundLookups(parts.access, parts.observability);
  const way: Way = { ...parts, lookUp, answerPage: answerPages(parts), counts: countsOf(parts) };
  return trace(parts, (exchange) => answerRequest(exchange, way));
}

/** Answers a request that is nothing but devnet control past faults and charges, and any other as a fault may have it. */
async function answerRequest(exchange: Exchange, way: Way): Promise<Answer> {
  const { controlGuard, faults, closing } = way.devnet;
  let { request } = exchange;
  if (controlGuard && exchange.route.kind === "rpc") {
    const inspected = await controlGuard.inspect(request);
    ({ request } = inspected);
    if (inspected.isControl)
      return answerAdmitted({ ...exchange, request }, freeLimiter(request, way.access), way);
  }
  const own = request === exchange.request ? exchange : { ...exchange, request };
  const fault = faults.rules.length === 0 ? undefined : faults.hit(exchange.pathname);
  if (!fault) return answerMatched(own, way);
  return injectFault(fault, { exchange: own, closing, answer: () => answerMatched(own, way) });
}

/** Charges nothing, and identifies nobody. */
function freeLimiter(request: ServiceRequest, access: Access): CallerLimiter {
  const ignore = (): void => undefined;
  const caller = callerOfPeer(request, access);
  return new CallerLimiter({ caller, limiter: ADMIT_ALL, onRefusal: ignore, onCharge: ignore });
}

/** Answers pages and what browsers ask first to everyone, and anything else to a caller who is charged one request. */
async function answerMatched(exchange: Exchange, way: Way): Promise<Answer> {
  const { route } = exchange;
  if (route.kind === "page") return way.answerPage(exchange);
  if (route.kind === "preflight") return { status: 204, headers: PREFLIGHT_HEADERS, body: "" };
  const { limiter, refusal } = await admit(exchange, way);
  if (refusal) return withBudget(refusal, limiter);
  const answer = await answerAdmitted(exchange, limiter, way).catch((error: unknown) =>
    hideError(error, exchange),
  );
  return withBudget(answer, limiter);
}

/** A caller, with the answer if it is refused. */
type Admitted =
  | { readonly limiter: CallerLimiter; readonly refusal?: undefined }
  | { readonly limiter?: CallerLimiter; readonly refusal: Answer };

/**
 * Identifies the caller of a request and charges it one. A refused key counts for its peer, so that showing one is no way
 * around the limits.
 */
async function admit(exchange: Exchange, way: Way): Promise<Admitted> {
  const { access } = way;
  const { request, route } = exchange;
  // Browsers cannot set headers on a request for a WebSocket.
  const query = route.kind === "socket" ? exchange.search : "";
  const lookup = way.lookUp(request, query);
  if (lookup?.retryAfter !== undefined)
    return { refusal: await refuseLookup(exchange, lookup.retryAfter, way) };
  const identified = await identify(request, query, access);
  const caller = typeof identified === "string" ? undefined : identified;
  const reason = typeof identified === "string" ? identified : undefined;
  if (caller) lookup?.found();
  exchange.trace.caller = caller;
  const charged = caller ?? callerOfPeer(request, access);
  const limiter = new CallerLimiter({ caller: charged, limiter: access.limiter, ...way.counts });
  const excess = await limiter.charge();
  if (excess === undefined && reason === undefined) return { limiter };
  return { limiter, refusal: await refuseCaller(exchange, { excess, reason }) };
}

/** Refuses a caller over its limits, else one whose key is refused. */
async function refuseCaller(
  exchange: Exchange,
  {
    excess,
    reason = "",
  }: { readonly excess: string | undefined; readonly reason?: string | undefined },
): Promise<Answer> {
  if (excess !== undefined) return refuse(exchange, OVER_LIMIT, excess);
  return exchange.route.kind === "socket"
    ? refuseSocket(reason)
    : refuse(exchange, KEY_REFUSED, reason);
}

function countsOf({
  access: { keyUses },
  observability: { metrics, clock },
}: ServiceParts): ChargeCounts {
  return {
    onRefusal: (tier) => metrics.countRefusal(tier, "rate"),
    onCharge({ keyHash, keyLabel }, cost, isRefused) {
      if (keyHash === undefined) return;
      keyUses.count(keyHash, cost, isRefused, Math.floor(clock() / 1_000));
      if (keyLabel !== undefined) metrics.countKey(keyLabel, cost);
    },
  };
}

async function refuseLookup(
  exchange: Exchange,
  retryAfter: number,
  { access, observability }: ServiceParts,
): Promise<Answer> {
  observability.metrics.countRefusal(access.keylessTier, "rate");
  const wait = `retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
  const text = `Too many unknown API keys from one address, ${wait}`;
  return withHeaders(await refuse(exchange, OVER_LIMIT, text), { "Retry-After": `${retryAfter}` });
}

/** Tells what is left of the caller's limits, the further calls of a batch included. */
function withBudget(answer: Answer, limiter: CallerLimiter | undefined): Answer {
  if (!limiter?.admission) return answer;
  // Cheaper than spreading both.
  return { ...answer, headers: Object.assign(rateHeaders(limiter.admission), answer.headers) };
}

/** Answers an admitted request: by the host, or by the chain of its segment once that is open. */
async function answerAdmitted(
  exchange: Exchange,
  limiter: CallerLimiter,
  way: Way,
): Promise<Answer> {
  const { chains } = way;
  const { route } = exchange;
  if (route.kind === "host") return answerKeyRequest(exchange, route, way);
  if (!("segment" in route)) return answerNothing(exchange, chains.segments);
  const opening = chains.opening.get(route.segment);
  if (opening) await Promise.race([opening.opened, longestWait()]).catch(() => undefined);
  const chain = chains.open.get(route.segment);
  if (chain && route.kind === "socket") return admitSocket({ exchange, chain, limiter }, way);
  if (chain) return answerFromChain(exchange, { chain, limiter }, way);
  return opening
    ? refuseUnopened(exchange, route.segment)
    : answerNothing(exchange, chains.segments);
}

function longestWait(): Promise<void> {
  return delay(LONGEST_WAIT, undefined, { ref: false });
}

async function refuseUnopened(exchange: Exchange, segment: Segment): Promise<Answer> {
  const text = `The chain of ${segment} is not open yet, retry later; writing its first history takes a while`;
  return withHeaders(await refuse(exchange, NOT_OPEN, text), { "Retry-After": "1" });
}

/** A chain, and the caller that asks it. */
interface Asked {
  readonly chain: ServedChain;
  readonly limiter: CallerLimiter;
}

/** Answers from the view that a request has of its chain. */
async function answerFromChain(
  exchange: Exchange,
  { chain, limiter }: Asked,
  way: Way,
): Promise<Answer> {
  if (!chain.viewFor) return handle(exchange, { chain, limiter }, way);
  const leastHeight = leastHeightOf(exchange.request);
  const { subject, tier } = limiter.caller;
  const view = await chain.viewFor({ leastHeight, subject, tier });
  const answer = await handle(exchange, { chain: view, limiter }, way);
  return withHeaders(answer, await view.headers());
}

/** Answers an operation, or the JSON-RPC calls of a request. */
async function handle(
  exchange: Exchange,
  { chain, limiter }: { readonly chain: ChainAnswers; readonly limiter: CallerLimiter },
  way: Way,
): Promise<Answer> {
  const { route } = exchange;
  if (route.kind === "rest") return handleRest(restCallOf(exchange, route), chain);
  const { request, onError, trace: told } = exchange;
  const { controlGuard } = way.devnet;
  const devnet = controlGuard && way.chains.devnets.get(chain.selection.segment);
  return handleRpc({
    request,
    chain,
    onError,
    further: devnet && controlGuard?.methods(request, devnet),
    chargeFurther: (requests) => limiter.chargeFurther(requests),
    // A request is named in its trace by its one call, or as a batch.
    onCall(method, code) {
      way.observability.metrics.countCall("http", method, code);
      if (told.operation === "batch") return;
      told.operation = method;
      if (code !== 0) told.span?.set({ "rpc.response.status_code": String(code) });
    },
    onBatch: () => void (told.operation = "batch"),
  });
}

/** The height that a request names; -1 without one. */
function leastHeightOf(request: Pick<Exchange["request"], "header">): number {
  const height = Number(request.header(LEAST_HEIGHT.toLowerCase()) ?? -1);
  return Number.isSafeInteger(height) ? height : -1;
}

/** Answers a request that nothing takes. */
function answerNothing(
  { request, pathname, meta }: Exchange,
  segments: readonly Segment[],
): ServiceResponse {
  const text = whyNothing(request.method, pathname, segments);
  return answerError(new RestServiceError("NOT_FOUND", text), meta);
}

/** The service errors of a request that is refused before it is answered. */
interface RefusalErrors {
  readonly rest: RestErrorCode;
  readonly rpc: RpcErrorName;
  /** @default that of the error of REST */
  readonly status?: number;
}

/** Refuses a request in the form of the server it was sent to: in JSON-RPC each call by its id. */
async function refuse(
  { request, route, meta }: Exchange,
  { rest, rpc, status = REST_ERRORS[rest].status }: RefusalErrors,
  text: string,
): Promise<ServiceResponse> {
  if (route.kind === "rpc")
    return refuseRpc(request, status, new RpcServiceError(rpc, text), LIMITS.starvedBodyBytes);
  return answerError(new RestServiceError(rest, text, status), meta);
}
