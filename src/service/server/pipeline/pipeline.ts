import { setTimeout as delay } from "node:timers/promises";
import { LEAST_HEIGHT } from "../../../chains/internal.ts";
import type { Segment } from "../../../chains/mod.ts";
import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import type { Tier } from "../../../generated/tiers.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import { callerOfPeer, identify, subjectOfPeer } from "../../access/identity/mod.ts";
import { ADMIT_ALL, CallerLimiter, rateHeaders } from "../../access/rate_limit/mod.ts";
import { type ChainAnswers, RestServiceError, RpcServiceError } from "../../api/context/mod.ts";
import { answerError, handleHost, handleRest, type RestCall } from "../../api/rest/mod.ts";
import { handleRpc, refuseRpc } from "../../api/rpc/mod.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import { during, inContext, type TracedSpan } from "../../../telemetry.ts";
import type { RequestCaller, ServiceResponse } from "../../request.ts";
import type { Chains } from "../data_folder/mod.ts";
import { answerPages } from "../pages/mod.ts";
import type { Access, Observability, ServiceParts } from "../parts.ts";
import { control, injectFaults } from "./_fault.ts";
import { admitSocket } from "./_socket_session.ts";
import { type Route, type RouteOf, whyNothing } from "./router.ts";
import {
  type Answer,
  type AnswerOrPromise,
  type ChainHandler,
  type ChargedHandler,
  type Exchange,
  type Handler,
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

/** A handler for each kind of request. */
type Handlers = { readonly [Kind in Route["kind"]]: Handler<RouteOf<Kind>> };

/**
 * The way of every request, over HTTP and for a WebSocket. Each step is a function from a handler to a handler: match and
 * trace, inject a fault, identify the caller and charge it, find the chain, handle. Only what is handled differs.
 */
export function createPipeline(parts: ServiceParts): Traced {
  const { chains, access, devnet, observability } = parts;
  const calls = onChain(chains, passOn(inView(answerCalls(parts))));
  const answer = byKind({
    rest: charge(access, observability, onChain(chains, handled(inView(answerOperation)))),
    rpc: charge(access, observability, calls),
    socket: charge(access, observability, onChain(chains, admitSocket(parts))),
    host: charge(access, observability, answerKeyRequest(access, observability)),
    nothing: charge(access, observability, answerNothing(chains.segments)),
    page: answerPages(parts),
    preflight: answerPreflight,
  });
  return trace(observability, control(devnet, free(access, calls), injectFaults(devnet, answer)));
}

function byKind(handlers: Handlers): Handler {
  return (exchange) => (handlers[exchange.route.kind] as Handler)(exchange);
}

/** Identifies the caller of each request and charges it one. */
function charge<Matched extends Route>(
  access: Access,
  { metrics, clock }: Pick<Observability, "metrics" | "clock">,
  next: ChargedHandler<Matched>,
): Handler<Matched> {
  const { limiter: counters, keyUses } = access;
  const onRefusal = (tier: Tier): void => metrics.countRefusal(tier, "rate");
  function onCharge({ keyHash, keyLabel }: RequestCaller, cost: number, isRefused: boolean): void {
    if (keyHash === undefined) return;
    keyUses.count(keyHash, cost, isRefused, Math.floor(clock() / 1_000));
    if (keyLabel !== undefined) metrics.countKey(keyLabel, cost);
  }
  /** A refused key counts for its peer, so that showing one is no way around the limits. */
  function chargeCaller(
    exchange: Exchange<Matched>,
    identified: RequestCaller | string,
    span: TracedSpan | undefined,
  ): AnswerOrPromise {
    const isKnown = typeof identified !== "string";
    exchange.trace.caller = isKnown ? identified : undefined;
    const caller = isKnown ? identified : callerOfPeer(exchange.request, access);
    const limiter = new CallerLimiter({ caller, limiter: counters, onRefusal, onCharge });
    const proceed = (refusal: string | undefined): AnswerOrPromise => {
      endAdmission(span, caller.tier, refusal !== undefined || !isKnown);
      if (refusal !== undefined) return refuse(exchange, OVER_LIMIT, refusal);
      if (isKnown) return next(exchange, limiter);
      const isUpgrade = exchange.route.kind === "socket";
      return isUpgrade ? refuseSocket(identified) : refuse(exchange, KEY_REFUSED, identified);
    };
    const charged = limiter.charge();
    const answer = charged instanceof Promise ? charged.then(proceed) : proceed(charged);
    if (!(answer instanceof Promise)) return withBudget(answer, limiter);
    return answer.then(
      (settled) => withBudget(settled, limiter),
      (error: unknown) => withBudget(hideError(error, exchange), limiter),
    );
  }
  return (exchange) => {
    // Browsers cannot set headers on a request for a WebSocket.
    const query = exchange.route.kind === "socket" ? exchange.search : "";
    const span = exchange.trace.span?.child("admission");
    const caller = identify(exchange.request, query, access);
    if (!(caller instanceof Promise)) return chargeCaller(exchange, caller, span);
    return caller.then(
      (known) => chargeCaller(exchange, known, span),
      (error: unknown) => {
        span?.fail("error");
        span?.end();
        throw error;
      },
    );
  };
}

function endAdmission(span: TracedSpan | undefined, tier: Tier, isRefused: boolean): void {
  span?.set({ "alphadelta.tier": tier });
  if (isRefused) span?.fail("refused");
  span?.end();
}

/** Charges nothing, and identifies nobody. */
function free<Matched extends Route>(
  access: Access,
  next: ChargedHandler<Matched>,
): Handler<Matched> {
  return (exchange) => {
    const caller = callerOfPeer(exchange.request, access);
    const ignore = (): void => undefined;
    const told = { onRefusal: ignore, onCharge: ignore };
    return next(exchange, new CallerLimiter({ caller, limiter: ADMIT_ALL, ...told }));
  };
}

/** Tells what is left of the caller's limits, the further calls of a batch included. */
function withBudget(answer: Answer, { admission }: CallerLimiter): Answer {
  if (!admission) return answer;
  // Cheaper than spreading both.
  return { ...answer, headers: Object.assign(rateHeaders(admission), answer.headers) };
}

/** Makes a span for what answers an operation, in which the statements of the store stand. */
function handled(next: ChainHandler<RouteOf<"rest">>): ChainHandler<RouteOf<"rest">> {
  const passed = passOn(next);
  return (exchange, chain, limiter) => {
    const span = exchange.trace.span?.child(exchange.route.operation);
    if (!span) return passed(exchange, chain, limiter);
    return during(span, () => next(exchange, chain, limiter));
  };
}

/** Lets an upstream know the trace of a request, also of one that is not recorded: it is not to be sampled anew. */
function passOn<Matched extends ChainRoute>(next: ChainHandler<Matched>): ChainHandler<Matched> {
  return (exchange, chain, limiter) => {
    const { span } = exchange.trace;
    if (!span || !chain.viewFor) return next(exchange, chain, limiter);
    return inContext(span.context, () => next(exchange, chain, limiter));
  };
}

type ChainRoute = RouteOf<"rest" | "rpc" | "socket">;

/** Gives each request the chain of its segment, once that is open. */
function onChain<Matched extends ChainRoute>(
  chains: Chains,
  next: ChainHandler<Matched>,
): ChargedHandler<Matched> {
  const { open, opening, segments } = chains;
  const nothing = answerNothing(segments);
  async function onceOpen(exchange: Exchange<Matched>, limiter: CallerLimiter): Promise<Answer> {
    const { segment } = exchange.route;
    const tooLong = delay(LONGEST_WAIT, undefined, { ref: false });
    await Promise.race([opening.get(segment)?.opened, tooLong]).catch(() => undefined);
    const chain = open.get(segment);
    if (chain) return next(exchange, chain, limiter);
    const text = `The chain of ${segment} is not open yet, retry later; writing its first history takes a while`;
    return withHeaders(await refuse(exchange, NOT_OPEN, text), { "Retry-After": "1" });
  }
  return (exchange, limiter) => {
    const { segment } = exchange.route;
    if (opening.has(segment)) return onceOpen(exchange, limiter);
    const chain = open.get(segment);
    return chain ? next(exchange, chain, limiter) : nothing(exchange);
  };
}

/** Answers from the view that a request has of its chain, and tells what that view tells. */
function inView<Matched extends ChainRoute>(
  next: ChainHandler<Matched, ChainAnswers>,
): ChainHandler<Matched> {
  async function answerInView(
    exchange: Exchange<Matched>,
    viewing: ReturnType<NonNullable<ServedChain["viewFor"]>>,
    limiter: CallerLimiter,
  ): Promise<Answer> {
    const view = viewing instanceof Promise ? await viewing : viewing;
    const answer = await next(exchange, view, limiter);
    const headers = view.headers();
    return withHeaders(answer, headers instanceof Promise ? await headers : headers);
  }
  return (exchange, chain, limiter) => {
    if (!chain.viewFor) return next(exchange, chain, limiter);
    const leastHeight = leastHeightOf(exchange.request);
    const { subject, tier } = limiter.caller;
    const viewing = chain.viewFor({ leastHeight, subject, tier });
    return answerInView(exchange, viewing, limiter);
  };
}

/** The height that a request names; -1 without one. */
function leastHeightOf(request: Pick<Exchange["request"], "header">): number {
  const height = Number(request.header(LEAST_HEIGHT.toLowerCase()) ?? -1);
  return Number.isSafeInteger(height) ? height : -1;
}

const NO_QUERY = new URLSearchParams();

/** Seconds of a day. */
const DAY = 86_400;

/** Answers a browser that asks what it may send. */
const answerPreflight: Handler = () => ({
  status: 204,
  headers: PREFLIGHT_HEADERS,
  body: "",
});

/** Answers a request that nothing takes. */
function answerNothing(segments: readonly Segment[]): Handler {
  return ({ request, pathname, meta }) => {
    const text = whyNothing(request.method, pathname, segments);
    return answerError(new RestServiceError("NOT_FOUND", text), meta);
  };
}

/** Answers an operation of a segment. */
const answerOperation: ChainHandler<RouteOf<"rest">, ChainAnswers> = (exchange, chain) =>
  handleRest(restCallOf(exchange), chain);

/** Answers an operation of the host: a key request, which has a quota of its own beside that of the tier. */
function answerKeyRequest(
  access: Access,
  { metrics }: Pick<Observability, "metrics">,
): Handler<RouteOf<"host">> {
  const { keys, keysPerDay, keylessTier, secretOf } = access;
  return async (exchange) => {
    const now = exchange.meta.timestamp;
    const subject = subjectOfPeer(exchange.request, access);
    const requests = { subject, day: Math.floor(now / DAY) };
    let retryAfter: number | undefined;
    async function countRequest(): Promise<string | undefined> {
      if (await keys.countRequest(requests, keysPerDay)) return undefined;
      retryAfter = DAY - (now % DAY);
      metrics.countRefusal(keylessTier, "keys");
      return `At most ${keysPerDay} keys a day from one address, retry in ${retryAfter} seconds`;
    }
    const uncountRequest = (): Promise<void> => keys.uncountRequest(requests);
    const context = { store: keys, now, secretOf, countRequest, uncountRequest };
    const response = await handleHost(restCallOf(exchange), context);
    return retryAfter === undefined
      ? response
      : withHeaders(response, { "Retry-After": String(retryAfter) });
  };
}

/** Answers the JSON-RPC calls of a request, and names it in its trace: by its one call, or as a batch. */
function answerCalls({
  chains: { devnets },
  devnet: { controlGuard },
  observability: { metrics },
}: ServiceParts): ChainHandler<RouteOf<"rpc">, ChainAnswers> {
  return ({ request, route, onError, trace: told }, chain, limiter) => {
    const { span } = told;
    const devnet = controlGuard && devnets.get(route.segment);
    return handleRpc({
      request,
      chain,
      onError,
      further: devnet && controlGuard?.methods(request, devnet),
      chargeFurther: (calls) => limiter.chargeFurther(calls),
      beginCall: span?.isRecording ? (method) => span.child(method, "server") : undefined,
      onCall(method, code) {
        metrics.countCall("http", method, code);
        if (told.operation !== "batch") told.operation = method;
      },
      onBatch: () => void (told.operation = "batch"),
    });
  };
}

function restCallOf(exchange: Exchange<RouteOf<"rest" | "host">>): RestCall {
  const { request, route, pathname, search, meta, onError } = exchange;
  return {
    operation: route.operation,
    path: route.parameters,
    query: search === "" ? NO_QUERY : new URLSearchParams(search),
    request,
    pathname,
    meta,
    onError,
  };
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
