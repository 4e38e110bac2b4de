import type { Segment } from "../../../chains/mod.ts";
import { subjectOfPeer } from "../../access/identity/mod.ts";
import {
  answerError,
  handleHost,
  handleRest,
  type RestCall,
  RestServiceError,
} from "../../api/rest/mod.ts";
import { handleRpc, refuseRpc, RpcServiceError } from "../../api/rpc/mod.ts";
import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import type { ServiceResponse } from "../../request.ts";
import type { Access, DevnetControls, Observability } from "../parts.ts";
import {
  type ChainHandler,
  type Exchange,
  type Handler,
  PREFLIGHT_HEADERS,
  withHeaders,
} from "./trace.ts";
import { type RouteOf, whyNothing } from "./router.ts";

const NO_QUERY = new URLSearchParams();

/** Seconds of a day. */
const DAY = 86_400;

/** Answers a browser that asks what it may send. */
export const answerPreflight: Handler = () => ({
  status: 204,
  headers: PREFLIGHT_HEADERS,
  body: "",
});

/** Answers a request that nothing takes. */
export function answerNothing(segments: readonly Segment[]): Handler {
  return ({ request, pathname, meta }) => {
    const text = whyNothing(request.method, pathname, segments);
    return answerError(new RestServiceError("NOT_FOUND", text), meta);
  };
}

/** Answers an operation of a segment. */
export const answerOperation: ChainHandler<RouteOf<"rest">> = (exchange, chain) =>
  handleRest(restCallOf(exchange), chain);

/** Answers an operation of the host: a key request, which has a quota of its own beside that of the tier. */
export function answerKeyRequest(
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
export function answerCalls(
  { controlGuard }: DevnetControls,
  { metrics }: Pick<Observability, "metrics">,
): ChainHandler<RouteOf<"rpc">> {
  return ({ request, onError, trace }, chain, limiter) =>
    handleRpc({
      request,
      chain,
      onError,
      further: controlGuard?.methods(request, chain),
      chargeFurther: (calls) => limiter.chargeFurther(calls),
      onCall(method, code) {
        metrics.countCall("http", method, code);
        if (trace.operation !== "batch") trace.operation = method;
      },
      onBatch: () => void (trace.operation = "batch"),
    });
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
export async function refuse(
  { request, route, meta }: Exchange,
  { rest, rpc, status = REST_ERRORS[rest].status }: RefusalErrors,
  text: string,
): Promise<ServiceResponse> {
  if (route.kind === "rpc")
    return refuseRpc(request, status, new RpcServiceError(rpc, text), LIMITS.starvedBodyBytes);
  return { ...answerError(new RestServiceError(rest, text), meta), status };
}
