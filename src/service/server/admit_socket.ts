import { formatTime } from "../../units/mod.ts";
import type { ServiceRequest } from "../gateway/mod.ts";
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

/** Admits a request for a WebSocket and logs it; never rejects. */
export async function admitSocket(
  request: ServiceRequest,
  parts: ServiceParts,
  { clock, log, headers }: AdmitOptions,
): Promise<Connection> {
  const started = performance.now();
  const requestId = crypto.randomUUID();
  const meta = { timestamp: formatTime(new Date(clock())), requestId };
  const onError = (error: unknown): void => log(errorEntry(error, requestId));
  const connection = await connect({ request, meta, onError }, parts).catch(
    (error: unknown): Connection => {
      onError(error);
      const fault = new RestFault("INTERNAL_ERROR", "Internal error");
      return { kind: "refused", response: answerFault(fault, meta) };
    },
  );
  const status = connection.kind === "refused" ? connection.response.status : 101;
  log(requestEntry(request, { status }, requestId, performance.now() - started));
  if (connection.kind !== "refused") return connection;
  const { response } = connection;
  return { ...connection, response: { ...response, headers: { ...headers, ...response.headers } } };
}
