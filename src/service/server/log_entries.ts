import type { ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import type { ErrorEntry, LogEntry, RequestEntry } from "./log_entry.ts";

/** The entry of an answered request; its query stays out, since keys may stand there. */
export function requestEntry(
  { method, target, peer }: ServiceRequest,
  { status }: Pick<ServiceResponse, "status">,
  requestId: string,
  milliseconds: number,
  fault?: RequestEntry["fault"],
): RequestEntry {
  const time = new Date().toISOString();
  const path = target.split("?", 1)[0] ?? "";
  const rounded = Math.round(milliseconds * 1_000) / 1_000;
  const entry = { time, requestId, method, path, status, milliseconds: rounded, peer };
  return { level: "info", ...entry, ...(fault && { fault }) };
}

/** The entry of what went wrong inside. */
export function errorEntry(error: unknown, requestId?: string): ErrorEntry {
  const isError = error instanceof Error;
  return {
    level: "error",
    time: new Date().toISOString(),
    requestId,
    message: isError ? error.message : String(error),
    stack: isError ? error.stack : undefined,
  };
}

/** Writes errors as JSON lines to the standard error stream. */
export function logErrors(entry: LogEntry): void {
  if (entry.level === "error") console.error(JSON.stringify(entry));
}
