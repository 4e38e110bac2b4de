import { callerOfPeer, identify } from "../../access/identity/mod.ts";
import { CallerLimiter } from "../../access/rate_limit/mod.ts";
import type { Caller, ResponseOrPromise } from "../../request.ts";
import { refuse, type Refusal } from "./refuse.ts";
import type { RoutedRequest, RoutingParts, Target } from "./routed_request.ts";

const OVER_LIMIT: Refusal = { rest: "RATE_LIMITED", rpc: "LimitExceeded" };
const KEY_REFUSED: Refusal = { rest: "INVALID_PARAM", rpc: "InvalidRequest" };
const UNKNOWN_KEY = "The API key is unknown";

/** Answers an admitted request; further calls of a batch are charged to `limiter`. */
type AnswerAdmitted = (limiter: CallerLimiter) => ResponseOrPromise;

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
  routed.limiter = limiter;
  const proceed = (refusal: string | undefined): ResponseOrPromise => {
    if (refusal !== undefined) return refuse(routed, target, OVER_LIMIT, refusal);
    if (!caller) return refuse(routed, target, KEY_REFUSED, UNKNOWN_KEY);
    return answer(limiter);
  };
  const refusal = limiter.charge();
  return refusal instanceof Promise ? refusal.then(proceed) : proceed(refusal);
}
