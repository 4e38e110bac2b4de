import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { CHAIN_SEGMENT, LEAST_HEIGHT } from "../../../chains/internal.ts";
import { isTraced } from "../../../telemetry.ts";
import { callerOfPeer, identify, apiKeyOf } from "../../access/identity.ts";
import { ADMIT_ALL, CallerLimiter, rateHeaders } from "../../access/rate_limit/mod.ts";
import { RestServiceError } from "../../api/context/mod.ts";
import { answerError, handleRest, isShared } from "../../api/rest/mod.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import type { Connection, SentResponse, ServiceRequest } from "../../request.ts";
import { errorEntry } from "../logs.ts";
import { answerPages } from "../pages/mod.ts";
import type { Observability, ServiceParts } from "../parts.ts";
import { injectFault } from "./_fault.ts";
import { answerKeyRequest, lookUp } from "./_keys.ts";
import * as refusals from "./_refusals.ts";
import {
  type Answer,
  endSpan,
  type Exchange,
  HEADERS,
  PREFLIGHT_HEADERS,
  startSpan,
} from "./exchange.ts";
import { admitSocket, answerRpc } from "./_calls.ts";
import { matchRoute, operationName, protocolOf, type Route, UPGRADE } from "./router.ts";

/** Most milliseconds that a request waits for its chain to be opened. */
const LONGEST_WAIT = 30_000;

/** Dependencies of the steps of a request. */
export interface Way extends ServiceParts {
  readonly answerPage: ReturnType<typeof answerPages>;
  /** Counts the charges of callers. */
  readonly onCharge: ConstructorParameters<typeof CallerLimiter>[0]["onCharge"];
}

/** Answers a request, or one for a WebSocket. Never rejects. */
export type Pipeline = (request: ServiceRequest, isUpgrade?: boolean) => Promise<Connection>;

/**
 * The way of every request, over HTTP and for a WebSocket: match and trace, inject a fault, identify the caller and charge
 * it, find the chain, handle. Each step calls the next one; a request for a WebSocket differs in the last.
 */
export function createPipeline(parts: ServiceParts): Pipeline {
  const way: Way = { ...parts, answerPage: answerPages(parts), onCharge: countCharges(parts) };
  return (request, isUpgrade = false) => answerTraced(request, isUpgrade, way);
}

/** Matches a request, and tells its answer to metrics, log and trace. */
async function answerTraced(
  request: ServiceRequest,
  isUpgrade: boolean,
  way: Way,
): Promise<Connection> {
  const started = performance.now();
  const { access, observability } = way;
  const { method, target } = request;
  const mark = target.indexOf("?");
  const pathname = mark < 0 ? target : target.slice(0, mark);
  const route = matchRoute(isUpgrade ? UPGRADE : method, pathname);
  const span = isTraced() ? startSpan(request, route, access.trustedProxies) : undefined;
  const exchange = exchangeOf({ request, route, pathname, span }, observability);
  if (mark >= 0) exchange.search = target.slice(mark + 1);
  const answering = span
    ? span.run(() => answerFaulty(exchange, way))
    : answerFaulty(exchange, way);
  const answer = await answering.catch((error) => refusals.hideError(error, exchange));
  const sent = toSend(answer, exchange);
  tell(exchange, sent, performance.now() - started, observability);
  if (span) endSpan(span, exchange, sent.status);
  return sent;
}

/** Refuses bytes that are not an HTTP or WebSocket request; unknown parts of `received` are empty. */
export function refuseRequest(
  text: string,
  received: Pick<ServiceRequest, "method" | "target" | "peer">,
  observability: Observability,
): SentResponse {
  const request = { ...received, header: () => undefined } as unknown as ServiceRequest;
  const parts = { request, route: { kind: "nothing" }, pathname: "", span: undefined } as const;
  const exchange = exchangeOf(parts, observability);
  const answer = answerError(new RestServiceError("INVALID_PARAM", text), exchange.meta);
  const sent = toSend(answer, exchange);
  tell(exchange, sent, 0, observability);
  return sent;
}

function exchangeOf(
  matched: Pick<Exchange, "request" | "route" | "pathname" | "span">,
  { clock, log }: Observability,
): Exchange {
  const { route, pathname, span } = matched;
  const meta = { timestamp: Math.floor(clock() / 1_000), requestId: randomUUID() };
  return {
    ...matched,
    search: "",
    meta,
    protocol: protocolOf(route, pathname),
    operation: operationName(route),
    caller: undefined,
    fault: undefined,
    headers: {},
    onError: (error) => log(errorEntry(error, meta.requestId, span)),
  };
}

function toSend(answer: Answer, { route, meta, headers: own }: Exchange): Connection {
  const headers: Record<string, string> = { ...HEADERS, "X-Request-Id": meta.requestId };
  if ("segment" in route) headers[CHAIN_SEGMENT] = route.segment;
  // Cheaper than spreading all of them.
  Object.assign(headers, own, answer.headers);
  return { ...answer, headers, bytes: Buffer.byteLength(answer.body) };
}

function tell(
  exchange: Exchange,
  sent: SentResponse,
  milliseconds: number,
  { metrics, logRequest }: Observability,
): void {
  metrics.countRequest(exchange, sent.status, milliseconds / 1_000);
  const { requestId } = exchange.meta;
  logRequest?.(exchange.request, sent, { trace: exchange, requestId, milliseconds });
}

/** Answers pure devnet control without faults and charges, and any other request after the fault that hits it. */
async function answerFaulty(exchange: Exchange, way: Way): Promise<Answer> {
  const { controlGuard, faults, closing } = way.devnet;
  if (controlGuard && exchange.route.kind === "rpc") {
    const { request, isControl } = await controlGuard.inspect(exchange.request);
    exchange.request = request;
    if (isControl) return answerAdmitted(exchange, freeLimiter(request, way), way);
  }
  const fault = faults.rules.length === 0 ? undefined : faults.hit(exchange.pathname);
  if (!fault) return answerMatched(exchange, way);
  return injectFault(fault, { exchange, closing, handle: () => answerMatched(exchange, way) });
}

/** Charges nothing, and identifies nobody. */
function freeLimiter(request: ServiceRequest, { access }: Way): CallerLimiter {
  const caller = callerOfPeer(request, access);
  return new CallerLimiter({ caller, limiter: ADMIT_ALL, onCharge: () => undefined });
}

/** Answers pages and preflight requests free of charge, and charges the caller of any other request. */
async function answerMatched(exchange: Exchange, way: Way): Promise<Answer> {
  const { route } = exchange;
  if (route.kind === "page") return way.answerPage(exchange);
  if (route.kind === "preflight") return { status: 204, headers: PREFLIGHT_HEADERS, body: "" };
  return answerCharged(exchange, way);
}

/**
 * Identifies the caller of a request and charges it one. A refused key counts for its peer, so that showing one is no way
 * around the limits.
 */
async function answerCharged(exchange: Exchange, way: Way): Promise<Answer> {
  const { access, onCharge } = way;
  const { request, route, headers } = exchange;
  // Browsers cannot set headers on a request for a WebSocket.
  const key = apiKeyOf(request, route.kind === "socket" ? exchange.search : "");
  const lookup = key === undefined ? undefined : lookUp(key, request, way);
  if (lookup?.retryAfter !== undefined)
    return refusals.refuseLookup(exchange, lookup.retryAfter, way);
  const identified = await identify(request, key, access);
  const isKnown = typeof identified !== "string";
  if (isKnown) lookup?.found();
  exchange.caller = isKnown ? identified : undefined;
  const caller = isKnown ? identified : callerOfPeer(request, access);
  const limiter = new CallerLimiter({ caller, limiter: access.limiter, onCharge });
  const excess = await limiter.charge();
  let answering: Promise<Answer>;
  if (excess !== undefined) answering = refusals.refuseExcess(exchange, excess);
  else if (!isKnown) answering = refusals.refuseKey(exchange, identified);
  else answering = answerAdmitted(exchange, limiter, way);
  const answer = await answering.catch((error) => refusals.hideError(error, exchange));
  // What is left of the caller's limits, the further calls of a batch included.
  if (limiter.admission && !isShared(answer))
    Object.assign(headers, rateHeaders(limiter.admission));
  return answer;
}

function countCharges({
  access: { keyUses },
  observability: { metrics, clock },
}: ServiceParts): Way["onCharge"] {
  return ({ tier, keyHash, keyLabel }, cost, isRefused) => {
    if (isRefused) metrics.countRefusal(tier, "rate");
    if (keyHash === undefined) return;
    keyUses.count(keyHash, cost, isRefused, Math.floor(clock() / 1_000));
    if (keyLabel !== undefined) metrics.countKey(keyLabel, cost);
  };
}

/** Answers an admitted request: by the host, or by the chain of its segment once that is open. */
async function answerAdmitted(
  exchange: Exchange,
  limiter: CallerLimiter,
  way: Way,
): Promise<Answer> {
  const { chains } = way;
  const { route } = exchange;
  if (isOf(exchange, "host")) return answerKeyRequest(exchange, way);
  const served = "segment" in route ? chains.get(route.segment) : undefined;
  if (!served) return refusals.answerNothing(exchange, way);
  if (!served.chain) await Promise.race([served.opened, longestWait()]).catch(() => undefined);
  const { chain } = served;
  if (!chain) return refusals.refuseUnopened(exchange, served.segment);
  if (route.kind === "socket") return admitSocket({ exchange, chain, limiter }, way);
  return answerFromChain(exchange, chain, limiter, way);
}

function longestWait(): Promise<void> {
  return delay(LONGEST_WAIT, undefined, { ref: false });
}

/** Answers an operation or the JSON-RPC calls of a request, from the view that it has of its chain. */
async function answerFromChain(
  exchange: Exchange,
  chain: ServedChain,
  limiter: CallerLimiter,
  way: Way,
): Promise<Answer> {
  const { subject, tier } = limiter.caller;
  const leastHeight = leastHeightOf(exchange.request);
  const { settledAfter } = way;
  if (settledAfter !== undefined) exchange.settledHeight = (await chain.height()) - settledAfter;
  const view = await chain.viewFor?.({ leastHeight, subject, tier });
  const answer = isOf(exchange, "rest")
    ? await handleRest(exchange, view ?? chain)
    : await answerRpc(exchange, view ?? chain, limiter, way);
  if (view && !isShared(answer)) Object.assign(exchange.headers, view.headers());
  return answer;
}

function isOf<Kind extends Route["kind"]>(
  exchange: Exchange,
  kind: Kind,
): exchange is Exchange<Extract<Route, { kind: Kind }>> {
  return exchange.route.kind === kind;
}

/** The height that a request names; -1 without one. */
function leastHeightOf(request: ServiceRequest): number {
  const height = Number(request.header(LEAST_HEIGHT.toLowerCase()) ?? -1);
  return Number.isSafeInteger(height) ? height : -1;
}
