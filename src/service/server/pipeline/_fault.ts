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

const MESSAGE = "Injected fault";

/** The JSON-RPC errors that are sent with a status; any other status is answered with a proxy's page. */
const RPC_ERROR_NAMES: Readonly<Record<number, RpcErrorName>> = {
  [REST_ERRORS.INVALID_PARAM.status]: "InvalidRequest",
  413: "InvalidRequest",
  [REST_ERRORS.RATE_LIMITED.status]: "LimitExceeded",
};

/** Kinds that break the connection, see `broken` of a response. */
const BREAKS = ["drop", "stall"] as const;

/** A request that a fault hits. */
interface HitRequest {
  readonly exchange: Exchange;
  /** Aborted when the service closes, which ends a delay. */
  readonly closing: AbortSignal;
  /** Handles the request as without a fault. */
  readonly handle: () => Promise<Answer>;
}

/** Applies a fault to a request. Of a WebSocket that is only the opening request. */
export async function injectFault(
  fault: Fault,
  { exchange, closing, handle }: HitRequest,
): Promise<Answer> {
  const { kind, status, delayMs, roll } = fault;
  exchange.fault = kind;
  await delay(delayMs, closing);
  if (kind === "status") return answerStatus(status, exchange);
  const broken = BREAKS.find((each) => each === kind);
  if (broken && exchange.route.kind === "socket")
    return { status: 101, headers: {}, body: "", broken };
  // Half of the drops happen before the request is handled, the others midway through the answer.
  if (broken === "drop" && roll < 0.5) return { status: 500, headers: {}, body: "", broken };
  // The remaining faults need an answer, be it that of a failure.
  const answer = await handle().catch((error: unknown) => hideError(error, exchange));
  if (broken) return { ...answer, broken };
  const { body } = answer;
  if (kind === "delay" || protocolAt(exchange.pathname) !== "rpc") return answer;
  // The replies to a long batch are bytes.
  const text = typeof body === "string" ? body : Buffer.from(body).toString();
  return { ...answer, body: applyReplyFault(text, fault) };
}

/** Answers with a status as a client would get it: in REST's envelope, as an error of JSON-RPC, or with a proxy's page. */
async function answerStatus(status: number, exchange: Exchange): Promise<Answer> {
  const { request, pathname, meta, headers } = exchange;
  if (status === REST_ERRORS.RATE_LIMITED.status) headers["Retry-After"] = "1";
  if (protocolAt(pathname) !== "rpc")
    return { ...answerError(new RestServiceError(restCode(status), MESSAGE), meta), status };
  const name = RPC_ERROR_NAMES[status];
  if (name) return refuseRpc(request, status, new RpcServiceError(name, MESSAGE));
  const title = `${status} ${http.STATUS_CODES[status] ?? "Error"}`;
  return {
    status,
    headers: { "Content-Type": "text/html" },
    body: `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`,
  };
}

/** The error code of a status; for a status without one, a general code of its class. */
function restCode(status: number): RestErrorCode {
  const codes = Object.keys(REST_ERRORS) as RestErrorCode[];
  const own = codes.find((code) => REST_ERRORS[code].status === status);
  return own ?? (status < 500 ? "INVALID_PARAM" : "INTERNAL_ERROR");
}
