import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import { RestServiceError, RpcServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import { refuseRpc } from "../../api/rpc/mod.ts";
import { requestBase } from "../../access/identity.ts";
import { answerMissing } from "../pages/mod.ts";
import type { ServiceParts } from "../parts.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { isBeside, whyNothing } from "./router.ts";

/** The service errors of a request that is refused before it is answered. */
interface RefusalErrors {
  readonly rest: RestErrorCode;
  readonly rpc: RpcErrorName;
  /** @default that of the error of REST */
  readonly status?: number;
}

const OVER_LIMIT: RefusalErrors = { rest: "RATE_LIMITED", rpc: "LimitExceeded" };
const KEY_REFUSED: RefusalErrors = { rest: "INVALID_PARAM", rpc: "InvalidRequest" };
const NOT_OPEN: RefusalErrors = { rest: "INTERNAL_ERROR", rpc: "InternalError", status: 503 };

/** Refuses a request in the form of the server it was sent to: in JSON-RPC each call by its id. */
async function refuse(
  { request, route, meta }: Exchange,
  { rest, rpc, status = REST_ERRORS[rest].status }: RefusalErrors,
  text: string,
): Promise<Answer> {
  if (route.kind === "rpc")
    return refuseRpc(request, status, new RpcServiceError(rpc, text), LIMITS.starvedBodyBytes);
  return answerError(new RestServiceError(rest, text, status), meta);
}

/** Refuses a caller over its limits. */
export function refuseExcess(exchange: Exchange, text: string): Promise<Answer> {
  return refuse(exchange, OVER_LIMIT, text);
}

/** Refuses a key. A browser learns why it gets no WebSocket in no other way than from one that is closed at once. */
export async function refuseKey(exchange: Exchange, reason: string): Promise<Answer> {
  if (exchange.route.kind !== "socket") return refuse(exchange, KEY_REFUSED, reason);
  const socket = { code: CLOSE.KeyRefused, reason };
  return { status: 101, headers: {}, body: "", socket };
}

/** Refuses a key that is not looked up, since its address has tried too many. */
export function refuseLookup(
  exchange: Exchange,
  retryAfter: number,
  { access, observability }: ServiceParts,
): Promise<Answer> {
  observability.metrics.countRefusal(access.keylessTier, "rate");
  exchange.headers["Retry-After"] = `${retryAfter}`;
  const wait = `retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
  return refuse(exchange, OVER_LIMIT, `Too many unknown API keys from one address, ${wait}`);
}

/** Refuses a request for a chain that is not open yet. */
export function refuseUnopened(exchange: Exchange, segment: string): Promise<Answer> {
  exchange.headers["Retry-After"] = "1";
  const text = `The chain of ${segment} is not open yet, retry later; writing its first history takes a while`;
  return refuse(exchange, NOT_OPEN, text);
}

/** Answers a request that nothing takes; one beside the interface, in a browser, with a page. */
export function answerNothing(
  { request, pathname, meta }: Exchange,
  { access, chains }: ServiceParts,
): Answer {
  const text = whyNothing(request.method, pathname, chains.segments);
  if (isBeside(pathname))
    return answerMissing(
      { request, base: requestBase(request, access.trustedProxies), meta },
      text,
    );
  return answerError(new RestServiceError("NOT_FOUND", text), meta);
}

/** Logs an error, and answers without its detail. */
export function hideError(error: unknown, { onError, meta }: Exchange): Answer {
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}
