import { CLOSE } from "../../../generated/topics.gen.ts";
import { callerOfPeer, identify } from "../../access/identity/mod.ts";
import { CallerLimiter, rateHeaders, UNLIMITED } from "../../access/rate_limit/mod.ts";
import type { Caller } from "../../request.ts";
import type { Access, Observability } from "../parts.ts";
import {
  type Answer,
  type AnswerOrPromise,
  type ChargedHandler,
  type Exchange,
  type Handler,
  refuse,
  withHeaders,
} from "./exchange.ts";
import type { Route } from "./router.ts";

const OVER_LIMIT = { rest: "RATE_LIMITED", rpc: "LimitExceeded" } as const;
const KEY_REFUSED = { rest: "INVALID_PARAM", rpc: "InvalidRequest" } as const;
const UNKNOWN_KEY = "The API key is unknown";

/** A browser learns why it gets no WebSocket in no other way than from one that is closed at once. */
const KEY_REFUSED_SOCKET: Answer = {
  ...{ status: 101, headers: {}, body: "" },
  socket: { code: CLOSE.KeyRefused, reason: UNKNOWN_KEY },
};

/** Identifies the caller of each request and charges it one. */
export function charge<Matched extends Route>(
  access: Access,
  { metrics }: Pick<Observability, "metrics">,
  next: ChargedHandler<Matched>,
): Handler<Matched> {
  /** An unknown key counts for its peer, so that showing one is no way around the limits. */
  function chargeCaller(exchange: Exchange<Matched>, caller: Caller | undefined): AnswerOrPromise {
    exchange.trace.caller = caller;
    const limiter = new CallerLimiter({
      caller: caller ?? callerOfPeer(exchange.request, access),
      limiter: access.limiter,
      onRefusal: (tier) => metrics.countRefusal(tier, "rate"),
    });
    const proceed = (refusal: string | undefined): AnswerOrPromise => {
      if (refusal !== undefined) return refuse(exchange, OVER_LIMIT, refusal);
      if (caller) return next(exchange, limiter);
      const isUpgrade = exchange.route.kind === "socket";
      return isUpgrade ? KEY_REFUSED_SOCKET : refuse(exchange, KEY_REFUSED, UNKNOWN_KEY);
    };
    const charged = limiter.charge();
    const answer = charged instanceof Promise ? charged.then(proceed) : proceed(charged);
    return answer instanceof Promise
      ? answer.then((settled) => withBudget(settled, limiter))
      : withBudget(answer, limiter);
  }
  return (exchange) => {
    // Browsers cannot set headers on a request for a WebSocket.
    const query = exchange.route.kind === "socket" ? exchange.search : "";
    const caller = identify(exchange.request, query, access);
    if (!(caller instanceof Promise)) return chargeCaller(exchange, caller);
    return caller.then((known) => chargeCaller(exchange, known));
  };
}

/** Charges nothing, and identifies nobody. */
export function free<Matched extends Route>(
  access: Access,
  next: ChargedHandler<Matched>,
): Handler<Matched> {
  return (exchange) => {
    const caller = callerOfPeer(exchange.request, access);
    const onRefusal = (): void => undefined;
    return next(exchange, new CallerLimiter({ caller, limiter: UNLIMITED, onRefusal }));
  };
}

/** Tells what is left of the caller's limits, the further calls of a batch included. */
function withBudget(answer: Answer, { admission }: CallerLimiter): Answer {
  return admission ? withHeaders(answer, rateHeaders(admission)) : answer;
}
