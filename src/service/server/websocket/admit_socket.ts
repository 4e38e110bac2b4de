import { randomUUID } from "node:crypto";
import { toUnixSeconds } from "../../../units/mod.ts";
import { delay, type Fault } from "../../devnet/faults.ts";
import {
  type RequestTrace,
  type ServiceRequest,
  type ServiceResponse,
  startTrace,
} from "../../request.ts";
import { answerError, RestServiceError } from "../../api/rest/mod.ts";
import { answerStatus, CORS } from "../routing/mod.ts";
import { connect, type SocketRequest } from "./connect.ts";
import type { Connection } from "../port.ts";
import { faultyLink } from "./faulty_link.ts";
import { errorEntry } from "../logs.ts";
import type { SocketParts } from "./socket_parts.ts";

const UPGRADED: ServiceResponse = { status: 101, headers: {}, body: "" };

/** Status of an answered message, errors of its calls included: as over HTTP. */
const ANSWERED = 200;

/** Admits a request for a WebSocket and logs it; never rejects. */
export async function admitSocket(
  request: ServiceRequest,
  parts: SocketParts,
): Promise<Connection> {
  const { clock, log, logRequest } = parts;
  const started = performance.now();
  const requestId = randomUUID();
  const meta = { timestamp: toUnixSeconds(new Date(clock())), requestId };
  const trace = startTrace();
  trace.protocol = "websocket";
  trace.operation = "connect";
  const onError = (error: unknown): void => log(errorEntry(error, requestId));
  const [path = ""] = request.target.split("?", 1);
  const message = { method: "MESSAGE", target: path, peer: request.peer };
  const onMessage = (operation: string, body: string, milliseconds: number): void => {
    const told: RequestTrace = { ...trace, operation };
    parts.metrics.countRequest(told, ANSWERED, milliseconds / 1_000);
    const answered = { status: ANSWERED, bytes: Buffer.byteLength(body) };
    logRequest?.(message, answered, { trace: told, requestId, milliseconds });
  };
  const { faults, closing } = parts;
  const hit = (): Fault | undefined => faults.hit(path);
  const fault = hit();
  const asked = { request, meta, onError, onMessage, trace };
  const connection = await connectWithFault(asked, parts, fault).catch(
    (error: unknown): Connection => {
      onError(error);
      const failure = new RestServiceError("INTERNAL_ERROR", "Internal error");
      return { kind: "refused", response: answerError(failure, meta) };
    },
  );
  const response = connection.kind === "refused" ? connection.response : UPGRADED;
  const milliseconds = performance.now() - started;
  parts.metrics.countRequest(trace, response.status, milliseconds / 1_000);
  const sent = { status: response.status, bytes: Buffer.byteLength(response.body) };
  logRequest?.(request, sent, { trace, requestId, milliseconds, fault: fault?.kind });
  if (connection.kind === "open") {
    return {
      ...connection,
      open: (link) => connection.open(faultyLink(link, { hit, closing })),
    };
  }
  if (connection.kind !== "refused") return connection;
  return { ...connection, response: { ...response, headers: { ...CORS, ...response.headers } } };
}

/** Faults that change replies apply to the frames that are sent later. */
async function connectWithFault(
  asked: SocketRequest,
  parts: SocketParts,
  fault: Fault | undefined,
): Promise<Connection> {
  if (!fault) return connect(asked, parts);
  const { kind, status, delayMs } = fault;
  await delay(delayMs, parts.closing);
  if (kind === "stall" || kind === "drop") return { kind: "broken", broken: kind };
  if (kind !== "status") return connect(asked, parts);
  return { kind: "refused", response: await answerStatus(status, asked.request, asked.meta) };
}
