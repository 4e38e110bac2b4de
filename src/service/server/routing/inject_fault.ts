import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import type { ResponseOrPromise, ServiceRequest, ServiceResponse } from "../../request.ts";
import { http } from "../../node_http.ts";
import { applyReplyFault, delay, type Fault } from "../../devnet/faults.ts";
import { answerError, type Meta, RestServiceError } from "../../api/rest/mod.ts";
import { refuseRpc, RpcServiceError } from "../../api/rpc/mod.ts";
import { matchServer } from "./match_server.ts";

/** A request that an injected fault hits. */
interface FaultyRequest {
  readonly request: ServiceRequest;
  readonly meta: Meta;
  readonly fault: Fault;
  readonly closing: AbortSignal;
}

const TEXT = "Injected fault";
/** The JSON-RPC error of a status, where JSON-RPC has one; its other errors are answered with 200. */
const RPC_ERROR_NAMES: Readonly<Record<number, RpcErrorName>> = {
  [REST_ERRORS.INVALID_PARAM.status]: "InvalidRequest",
  413: "InvalidRequest",
  [REST_ERRORS.RATE_LIMITED.status]: "LimitExceeded",
};

/** Answers a request with an injected fault applied; `answer` handles it, unless the fault replaces the answer. */
export async function injectFault(
  { request, meta, fault, closing }: FaultyRequest,
  answer: () => ResponseOrPromise,
): Promise<ServiceResponse> {
  const { kind, status, delayMs, roll } = fault;
  await delay(delayMs, closing);
  if (kind === "status") return answerStatus(status, request, meta);
  if (kind === "drop" && roll < 0.5) return { status: 500, headers: {}, body: "", broken: kind };
  const response = await answer();
  if (kind === "drop" || kind === "stall") return { ...response, broken: kind };
  const { body } = response;
  // Replies to a batch are always a string.
  return typeof body === "string" ? { ...response, body: applyReplyFault(body, fault) } : response;
}

/** Answers with a status in the form of the server that was asked: a JSON-RPC error, a proxy's page, or an envelope. */
export async function answerStatus(
  status: number,
  request: ServiceRequest,
  meta: Meta,
): Promise<ServiceResponse> {
  const response = await statusAnswer(status, request, meta);
  if (status !== REST_ERRORS.RATE_LIMITED.status) return response;
  return { ...response, headers: { ...response.headers, "Retry-After": "1" } };
}

async function statusAnswer(
  status: number,
  request: ServiceRequest,
  meta: Meta,
): Promise<ServiceResponse> {
  const [pathname = ""] = request.target.split("?");
  if (matchServer(pathname)?.kind !== "rpc") {
    return { ...answerError(new RestServiceError(restCode(status), TEXT), meta), status };
  }
  const name = RPC_ERROR_NAMES[status];
  if (name) return refuseRpc(request, status, new RpcServiceError(name, TEXT));
  const title = `${status} ${http.STATUS_CODES[status] ?? "Error"}`;
  return {
    status,
    headers: { "Content-Type": "text/html" },
    body: `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`,
  };
}

/** The code of a status; of one that no code has, the code of its class. */
function restCode(status: number): RestErrorCode {
  const codes = Object.keys(REST_ERRORS) as RestErrorCode[];
  const own = codes.find((code) => REST_ERRORS[code].status === status);
  return own ?? (status < 500 ? "INVALID_PARAM" : "INTERNAL_ERROR");
}
