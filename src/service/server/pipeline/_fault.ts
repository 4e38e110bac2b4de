import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { RestServiceError, RpcServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import { refuseRpc } from "../../api/rpc/mod.ts";
import { delay } from "../../turns.ts";
import { applyReplyFault, type Fault } from "../../devnet/faults.ts";
import { http } from "../../builtins.ts";
import { protocolAt } from "./router.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { hideError } from "./_refusals.ts";

const TEXT = "Injected fault";
/** The JSON-RPC error of a status, where JSON-RPC has one; its other errors are answered with 200. */
const RPC_ERROR_NAMES: Readonly<Record<number, RpcErrorName>> = {
  [REST_ERRORS.INVALID_PARAM.status]: "InvalidRequest",
  413: "InvalidRequest",
  [REST_ERRORS.RATE_LIMITED.status]: "LimitExceeded",
};

/** Kinds of faults that break a connection. */
const BREAKS = ["drop", "stall"] as const;

/** A request that a fault hits. */
interface HitRequest {
  readonly exchange: Exchange;
  /** Ends a delay. */
  readonly closing: AbortSignal;
  readonly answer: () => Promise<Answer>;
}

/** Answers a request as a fault has it; of a WebSocket that is the opening one. */
export async function injectFault(
  fault: Fault,
  { exchange, closing, answer: answerWhole }: HitRequest,
): Promise<Answer> {
  const { kind, status, delayMs, roll } = fault;
  exchange.fault = kind;
  await delay(delayMs, closing);
  if (kind === "status") return answerStatus(status, exchange);
  const broken = BREAKS.find((each) => each === kind);
  if (broken && exchange.route.kind === "socket")
    return { status: 101, headers: {}, body: "", broken };
  if (broken === "drop" && roll < 0.5) return { status: 500, headers: {}, body: "", broken };
  // A fault needs an answer to apply to.
  const answer = await answerWhole().catch((error: unknown) => hideError(error, exchange));
  if (broken) return { ...answer, broken };
  // Replies to a batch are always a string.
  const { body } = answer;
  return typeof body === "string" ? { ...answer, body: applyReplyFault(body, fault) } : answer;
}

/** Answers with a status in the form of the server that was asked: a JSON-RPC error, a proxy's page, or an envelope. */
async function answerStatus(status: number, exchange: Exchange): Promise<Answer> {
  const { request, pathname, meta, headers } = exchange;
  if (status === REST_ERRORS.RATE_LIMITED.status) headers["Retry-After"] = "1";
  if (protocolAt(pathname) !== "rpc")
    return { ...answerError(new RestServiceError(restCode(status), TEXT), meta), status };
  const name = RPC_ERROR_NAMES[status];
  if (name) return refuseRpc(request, status, new RpcServiceError(name, TEXT));
  const title = `${status} ${http.STATUS_CODES[status] ?? "Error"}`;
  return {
    status,
    headers: { "Content-Type": "text/html" },
    body: `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`,
  };
}

/** The error code of a status, or that of its class where no code has the status. */
function restCode(status: number): RestErrorCode {
  const codes = Object.keys(REST_ERRORS) as RestErrorCode[];
  const own = codes.find((code) => REST_ERRORS[code].status === status);
  return own ?? (status < 500 ? "INVALID_PARAM" : "INTERNAL_ERROR");
}
