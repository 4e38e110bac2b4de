import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import type { ServiceResponse } from "../../request.ts";
import { answerError, RestServiceError } from "../../api/rest/mod.ts";
import { refuseRpc, RpcServiceError } from "../../api/rpc/mod.ts";
import type { RoutedRequest, Target } from "./routed_request.ts";

/** The service errors of a request that is refused before it is answered. */
export interface Refusal {
  readonly rest: RestErrorCode;
  readonly rpc: RpcErrorName;
  /** @default that of the error of REST */
  readonly status?: number;
}

/** Refuses a request in the form of the server it was sent to: in JSON-RPC each call by its id. */
export async function refuse(
  { request, meta }: RoutedRequest,
  { match }: Target,
  { rest, rpc, status = REST_ERRORS[rest].status }: Refusal,
  text: string,
): Promise<ServiceResponse> {
  if (match?.kind === "rpc" && request.method === "POST") {
    return refuseRpc(request, status, new RpcServiceError(rpc, text), LIMITS.starvedBodyBytes);
  }
  return { ...answerError(new RestServiceError(rest, text), meta), status };
}
