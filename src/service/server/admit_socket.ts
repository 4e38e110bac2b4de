import { formatTime } from "../../units/mod.ts";
import {
  type RequestTrace,
  type ServiceRequest,
  type ServiceResponse,
  startTrace,
} from "../gateway/mod.ts";
import { answerFault, RestFault } from "../rest/mod.ts";
import { connect, type Connection } from "./connect.ts";
import { errorEntry, requestEntry } from "./log_entries.ts";
import type { LogEntry } from "./log_entry.ts";
import type { ServiceParts } from "./service_parts.ts";

/** What admitting a WebSocket takes beside the service's parts. */
export interface AdmitOptions {
  readonly clock: () => number;
  readonly log: (entry: LogEntry) => void;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

const UPGRADED: ServiceResponse = { status: 101, headers: {}, body: "" };

/** Status of an answered message, errors of its calls included: as over HTTP. */
const ANSWERED = 200;

/** Admits a request for a WebSocket and logs it; never rejects. */
export async function admitSocket(
  request: ServiceRequest,
  parts: ServiceParts,
  { clock, log, headers }: AdmitOptions,
): Promise<Connection> {
  const started = performance.now();
  const requestId = crypto.randomUUID();
  const meta = { timestamp: formatTime(new Date(clock())), requestId };
  const trace = startTrace();
  trace.protocol = "websocket";
  trace.operation = "connect";
  const onError = (error: unknown): void => log(errorEntry(error, requestId));
  const [path = ""] = request.target.split("?", 1);
  const message = { method: "MESSAGE", target: path, peer: request.peer };
  const onMessage = (operation: string, body: string, milliseconds: number): void => {
    const told: RequestTrace = { ...trace, operation };
    parts.metrics.countRequest(told, ANSWERED, milliseconds / 1_000);
    const facts = { trace: told, requestId, milliseconds };
    log(requestEntry(message, { status: ANSWERED, body }, facts));
  };
  const connection = await connect({ request, meta, onError, onMessage, trace }, parts).catch(
    (error: unknown): Connection => {
      onError(error);
      const fault = new RestFault("INTERNAL_ERROR", "Internal error");
      return { kind: "refused", response: answerFault(fault, meta) };
    },
  );
  const response = connection.kind === "refused" ? connection.response : UPGRADED;
  const milliseconds = performance.now() - started;
  parts.metrics.countRequest(trace, response.status, milliseconds / 1_000);
  log(requestEntry(request, response, { trace, requestId, milliseconds }));
  if (connection.kind !== "refused") return connection;
  return { ...connection, response: { ...response, headers: { ...headers, ...response.headers } } };
}
