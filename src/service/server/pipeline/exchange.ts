import type { RestErrorCode, RpcErrorName } from "../../../generated/errors.gen.ts";
import { REST_ERRORS } from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import type { CallerLimiter } from "../../access/rate_limit/mod.ts";
import { answerError, type Meta, RestServiceError } from "../../api/rest/mod.ts";
import { refuseRpc, RpcServiceError } from "../../api/rpc/mod.ts";
import type { RequestTrace, ServiceRequest, ServiceResponse } from "../../request.ts";
import type { ServedChain } from "../data_folder/mod.ts";
import type { Connection } from "../port.ts";
import type { Route } from "./router.ts";

/** A request on its way through the service. */
export interface Exchange<Matched extends Route = Route> {
  readonly request: ServiceRequest;
  readonly route: Matched;
  readonly pathname: string;
  /** What follows the `?`. */
  readonly search: string;
  readonly meta: Meta;
  /** Told to logs and metrics at the end. */
  readonly trace: RequestTrace;
  /** Called with errors that the answer hides. */
  readonly onError: (error: unknown) => void;
}

/** A response; of an admitted request for a WebSocket, with what to do once that is open. */
export type Answer = ServiceResponse & Pick<Connection, "socket">;
/** An answer, or a promise of one; the synchronous path saves a microtask. */
export type AnswerOrPromise = Answer | Promise<Answer>;

/** Answers a request. */
export type Handler<Matched extends Route = Route> = (
  exchange: Exchange<Matched>,
) => AnswerOrPromise;

/** Answers a request that was charged to a caller. */
export type ChargedHandler<Matched extends Route = Route> = (
  exchange: Exchange<Matched>,
  limiter: CallerLimiter,
) => AnswerOrPromise;

/** Answers a charged request from a chain. */
export type ChainHandler<Matched extends Route = Route> = (
  exchange: Exchange<Matched>,
  chain: ServedChain,
  limiter: CallerLimiter,
) => AnswerOrPromise;

/** The service errors of a request that is refused before it is answered. */
interface Refusal {
  readonly rest: RestErrorCode;
  readonly rpc: RpcErrorName;
  /** @default that of the error of REST */
  readonly status?: number;
}

/** Refuses a request in the form of the server it was sent to: in JSON-RPC each call by its id. */
export async function refuse(
  { request, route, meta }: Exchange,
  { rest, rpc, status = REST_ERRORS[rest].status }: Refusal,
  text: string,
): Promise<ServiceResponse> {
  if (route.kind === "rpc")
    return refuseRpc(request, status, new RpcServiceError(rpc, text), LIMITS.starvedBodyBytes);
  return { ...answerError(new RestServiceError(rest, text), meta), status };
}

/** A response with further headers. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
