import { callerOfPeer, identify } from "../../access/identity/mod.ts";
import { CallerLimiter, rateHeaders } from "../../access/rate_limit/mod.ts";
import type { Caller, ResponseOrPromise, ServiceResponse } from "../../api/context/mod.ts";
import { refuse, type Refusal } from "./refuse.ts";
import type { RoutedRequest, RoutingParts, Target } from "./routed_request.ts";

const OVER_LIMIT: Refusal = { rest: "RATE_LIMITED", rpc: "LimitExceeded" };
const KEY_REFUSED: Refusal = { rest: "INVALID_PARAM", rpc: "InvalidRequest" };
const UNKNOWN_KEY = "The API key is unknown";

/** Answers an admitted request; further calls of a batch are charged to `limiter`. */
export type AnswerAdmitted = (limiter: CallerLimiter) => ResponseOrPromise;

/** Identifies the caller of a request and charges it one; an admitted request is answered by `answer`. */
export function admit(
  routed: RoutedRequest,
  target: Target,
  parts: RoutingParts,
  answer: AnswerAdmitted,
): ResponseOrPromise {
  const caller = identify(routed.request, parts);
  if (!(caller instanceof Promise)) return admitCaller(caller, routed, target, parts, answer);
  return caller.then((known) => admitCaller(known, routed, target, parts, answer));
}

/** An unknown key counts for its peer, so that showing one is no way around the limits. */
function admitCaller(
  caller: Caller | undefined,
  routed: RoutedRequest,
  target: Target,
  parts: RoutingParts,
  answer: AnswerAdmitted,
): ResponseOrPromise {
  routed.trace.caller = caller;
  const limiter = new CallerLimiter({
    caller: caller ?? callerOfPeer(routed.request, parts),
    limiter: parts.limiter,
    onRefusal: (tier) => parts.metrics.countRefusal(tier, "rate"),
  });
  const refusal = limiter.charge();
  let response: ResponseOrPromise;
  if (refusal !== undefined) response = refuse(routed, target, OVER_LIMIT, refusal);
  else if (!caller) response = refuse(routed, target, KEY_REFUSED, UNKNOWN_KEY);
  else response = answer(limiter);
  return limiter.admission?.quotas ? withRateHeaders(response, limiter) : response;
}

/** Adds the rate-limit headers once the response is there: a batch is charged while it is answered. */
async function withRateHeaders(
  answering: ResponseOrPromise,
  limiter: CallerLimiter,
): Promise<ServiceResponse> {
  const response = await answering;
  const { admission } = limiter;
  const headers = { ...(admission && rateHeaders(admission)), ...response.headers };
  return { ...response, headers };
}
