import type { Segment } from "../../../chains/mod.ts";
import type { CallerLimiter } from "../../access/rate_limit/mod.ts";
import type { RequestTrace, ResponseOrPromise, ServiceResponse } from "../../request.ts";
import { answerError, handleRest, type RestCall, RestServiceError } from "../../api/rest/mod.ts";
import { handleRpc, type RpcRequest } from "../../api/rpc/mod.ts";
import { answerPage } from "../pages/mod.ts";
import { admit } from "./admit.ts";
import { atHeight } from "./at_height.ts";
import { answerKeyRequest } from "./answer_key_request.ts";
import { PREFLIGHT } from "./cors.ts";
import { matchServer } from "./match_server.ts";
import { notFoundText } from "./not_found_text.ts";
import { refuse, type Refusal } from "./refuse.ts";
import { notOpenText, waitForChain } from "./wait_for_chain.ts";
import type { RoutedRequest, RoutingParts, Target } from "./routed_request.ts";

const NO_QUERY = new URLSearchParams();
const NOT_OPEN: Refusal = { rest: "INTERNAL_ERROR", rpc: "InternalError", status: 503 };

/** Answers a request: preflights, pages and devnet control free of charge, all else once it is admitted. */
export function route(routed: RoutedRequest, parts: RoutingParts): ResponseOrPromise {
  const { request, trace } = routed;
  if (request.method === "OPTIONS") {
    trace.operation = "OPTIONS";
    return { status: 204, headers: PREFLIGHT, body: "" };
  }
  const target = matchTarget(request.target);
  const { match, pathname } = target;
  if (match) trace.protocol = match.kind === "rpc" ? "rpc" : "rest";
  const isGet = request.method === "GET" || request.method === "HEAD";
  const page = isGet && !match ? answerPage(pathname, routed, parts) : undefined;
  if (page) return page;
  if (routed.isControl) return answer(routed, target, parts);
  return admit(routed, target, parts, (limiter) => answer(routed, target, parts, limiter));
}

function matchTarget(text: string): Target {
  const mark = text.indexOf("?");
  const pathname = mark < 0 ? text : text.slice(0, mark);
  const search = mark < 0 ? "" : text.slice(mark + 1);
  return { match: matchServer(pathname), pathname, search };
}

/** Answers an admitted request by the server it was sent to; devnet control has no limiter. */
function answer(
  routed: RoutedRequest,
  target: Target,
  parts: RoutingParts,
  limiter?: CallerLimiter,
): ResponseOrPromise {
  const { request, meta, onError, trace } = routed;
  const { match, pathname } = target;
  if (match?.kind === "host") return answerKeyRequest(restCallOf(routed, target), routed, parts);
  if (match && parts.opening.has(match.segment)) {
    return answerOnceOpen(match.segment, routed, target, parts, limiter);
  }
  const chain = match ? parts.chains.get(match.segment) : undefined;
  if (chain && match?.kind === "rest") {
    return atHeight(request, chain, (at) => handleRest(restCallOf(routed, target), at));
  }
  if (chain && request.method === "POST") {
    const further = parts.controlGuard?.methods(request, chain);
    const chargeFurther = (calls: number) => limiter?.chargeFurther(calls);
    const tracing = traceCalls(trace, parts);
    return atHeight(request, chain, (at) =>
      handleRpc({ request, chain: at, chargeFurther, onError, further, ...tracing }),
    );
  }
  const text = notFoundText(request.method, pathname, parts.segments);
  return answerError(new RestServiceError("NOT_FOUND", text), meta);
}

/** Answers a request whose chain is still being opened. */
async function answerOnceOpen(
  segment: Segment,
  routed: RoutedRequest,
  target: Target,
  parts: RoutingParts,
  limiter: CallerLimiter | undefined,
): Promise<ServiceResponse> {
  if (await waitForChain(segment, parts)) return answer(routed, target, parts, limiter);
  const response = await refuse(routed, target, NOT_OPEN, notOpenText(segment));
  return { ...response, headers: { ...response.headers, "Retry-After": "1" } };
}

function restCallOf(
  { request, meta, onError, trace }: RoutedRequest,
  { match, pathname, search }: Target,
): RestCall {
  return {
    method: request.method,
    server: match && match.kind !== "rpc" ? match.server : "",
    path: match?.path ?? pathname,
    query: search === "" ? NO_QUERY : new URLSearchParams(search),
    request,
    pathname,
    ifNoneMatch: request.header("if-none-match"),
    meta,
    onError,
    trace,
  };
}

/** Counts the calls of a request and names it in its trace: by its one call, or as a batch. */
function traceCalls(
  trace: RequestTrace,
  { metrics }: RoutingParts,
): Pick<RpcRequest, "onCall" | "onBatch"> {
  return {
    onCall(method, code) {
      metrics.countCall("http", method, code);
      if (trace.operation !== "batch") trace.operation = method;
    },
    onBatch: () => void (trace.operation = "batch"),
  };
}
