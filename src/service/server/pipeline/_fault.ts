import {
  REST_ERRORS,
  type RestErrorCode,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import { RestServiceError, RpcServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import { refuseRpc } from "../../api/rpc/mod.ts";
import { applyReplyFault, delay, type Fault } from "../../devnet/faults.ts";
import { http } from "../../builtins.ts";
import type { ServiceResponse } from "../../request.ts";
import type { DevnetControls } from "../parts.ts";
import type { SocketLink } from "../port.ts";
import { protocolAt, type RouteOf } from "./router.ts";
import { type Answer, answerSafely, type Exchange, type Handler, withHeaders } from "./trace.ts";

const TEXT = "Injected fault";
/** The JSON-RPC error of a status, where JSON-RPC has one; its other errors are answered with 200. */
const RPC_ERROR_NAMES: Readonly<Record<number, RpcErrorName>> = {
  [REST_ERRORS.INVALID_PARAM.status]: "InvalidRequest",
  413: "InvalidRequest",
  [REST_ERRORS.RATE_LIMITED.status]: "LimitExceeded",
};

/** Sends each request that is nothing but devnet control past faults and charges, to `controlled`. */
export function control(
  { controlGuard }: DevnetControls,
  controlled: Handler<RouteOf<"rpc">>,
  next: Handler,
): Handler {
  if (!controlGuard) return next;
  return (exchange) => {
    const { route } = exchange;
    if (route.kind !== "rpc") return next(exchange);
    return controlGuard.inspect(exchange.request).then(({ request, isControl }) => {
      const inspected = { ...exchange, route, request };
      return isControl ? controlled(inspected) : next(inspected);
    });
  };
}

/** Injects a fault into each request that a rule hits, and into the frames of a WebSocket. */
export function injectFaults({ faults, closing }: DevnetControls, next: Handler): Handler {
  async function withFault(exchange: Exchange, fault: Fault): Promise<Answer> {
    const { kind, status, delayMs, roll } = fault;
    exchange.trace.fault = kind;
    await delay(delayMs, closing);
    if (kind === "status") return answerStatus(status, exchange);
    const breaks = kind === "drop" || kind === "stall";
    if (breaks && exchange.route.kind === "socket")
      return { status: 101, headers: {}, body: "", broken: kind };
    if (kind === "drop" && roll < 0.5) return { status: 500, headers: {}, body: "", broken: kind };
    // A fault needs an answer to apply to.
    const answer = await answerSafely(next, exchange);
    if (breaks) return { ...answer, broken: kind };
    // Replies to a batch are always a string.
    const { body } = answer;
    return typeof body === "string" ? { ...answer, body: applyReplyFault(body, fault) } : answer;
  }
  return (exchange) => {
    const hit = (): Fault | undefined => faults.hit(exchange.pathname);
    const fault = faults.rules.length === 0 ? undefined : hit();
    const answer = fault ? withFault(exchange, fault) : next(exchange);
    if (exchange.route.kind !== "socket") return answer;
    return Promise.resolve(answer).then((settled) => withFaultyFrames(settled, hit, closing));
  };
}

/** Answers with a status in the form of the server that was asked: a JSON-RPC error, a proxy's page, or an envelope. */
async function answerStatus(status: number, exchange: Exchange): Promise<Answer> {
  const answer = await statusAnswer(status, exchange);
  const isLimit = status === REST_ERRORS.RATE_LIMITED.status;
  return isLimit ? withHeaders(answer, { "Retry-After": "1" }) : answer;
}

async function statusAnswer(
  status: number,
  { request, pathname, meta }: Exchange,
): Promise<ServiceResponse> {
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

/** The code of a status; of one that no code has, the code of its class. */
function restCode(status: number): RestErrorCode {
  const codes = Object.keys(REST_ERRORS) as RestErrorCode[];
  const own = codes.find((code) => REST_ERRORS[code].status === status);
  return own ?? (status < 500 ? "INVALID_PARAM" : "INTERNAL_ERROR");
}

function withFaultyFrames(
  answer: Answer,
  hit: () => Fault | undefined,
  closing: AbortSignal,
): Answer {
  const { socket } = answer;
  if (!socket || !("open" in socket)) return answer;
  const open = (link: SocketLink) => socket.open(faultyLink(link, hit, closing));
  return { ...answer, socket: { ...socket, open } };
}

/** A link that applies the fault of each frame, if a rule hits it, and keeps the order of the frames. */
function faultyLink(
  link: SocketLink,
  hit: () => Fault | undefined,
  closing: AbortSignal,
): SocketLink {
  let waiting = 0;
  let waitingBytes = 0;
  let isStalled = false;
  let last: Promise<void> = Promise.resolve();

  function sendNow(frame: string | Uint8Array, sent: () => void, fault: Fault | undefined): void {
    if (fault?.kind === "stall") isStalled = true;
    if (isStalled) return queueMicrotask(sent);
    if (fault?.kind === "drop") return link.terminate();
    const isText = typeof frame === "string";
    link.send(fault && isText ? applyReplyFault(frame, fault) : frame, sent);
  }
  return {
    get buffered() {
      return link.buffered + waitingBytes;
    },
    send(frame, sent) {
      const fault = hit();
      const milliseconds = fault?.delayMs ?? 0;
      if (waiting === 0 && milliseconds === 0) return sendNow(frame, sent, fault);
      waiting++;
      waitingBytes += frame.length;
      const due = delay(milliseconds, closing);
      last = last
        .then(() => due)
        .then(() => {
          waiting--;
          waitingBytes -= frame.length;
          sendNow(frame, sent, fault);
        });
    },
    close: (code, reason) => link.close(code, reason),
    terminate: () => link.terminate(),
  };
}
