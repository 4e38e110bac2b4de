import { isAlphadeltaError } from "../errors/mod.ts";
import { startCallSpan, type TracedSpan } from "../telemetry.ts";
import type { CallOutcome, PendingCall, Trace } from "./pending_call.ts";
import type { TransportCall } from "./transport_call.ts";

/**
 * Makes the span of a call, which each of its requests carries to the service; undefined where no provider of tracers is
 * registered.
 *
 * @param sends Whether requests carry the span on; left out, those to another origin than the page's do not, since a
 *   service has to allow further headers from there.
 */
export function callSpan(call: TransportCall, sends: boolean | undefined): Trace | undefined {
  const { context, method, template, url } = call;
  const { operation = method, segment } = context;
  const span = startCallSpan(operation);
  if (!span) return undefined;
  if (span.isRecording) {
    const isRpc = operation !== method && template === undefined;
    // A batch has calls of several methods.
    const called = isRpc && operation !== "batch" ? operation : undefined;
    const { hostname, port, protocol } = new URL(url);
    span.set({
      "rpc.system.name": isRpc ? "jsonrpc" : undefined,
      "rpc.method": called,
      "http.request.method": method,
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
      "url.full": url.split(/[?#]/, 1)[0],
      "url.template": template?.replace(/^\w+:\/\/[^/]*/, ""),
      "alphadelta.segment": segment,
    });
  }
  const isSent = sends ?? isHome(call);
  return {
    queue: () => undefined,
    attempt(pending) {
      if (isSent) pending.spanHeaders ??= span.headers();
    },
    retry: () => undefined,
    end: (pending, outcome) => end(span, pending, outcome),
  };
}

/** Ends a span with the status of the answer, and why it failed. */
function end(
  span: TracedSpan,
  pending: PendingCall,
  { answer, isError, error }: CallOutcome,
): void {
  if (span.isRecording) {
    span.set({
      "http.response.status_code": answer?.status,
      "http.request.resend_count": pending.attempts - 1 > 0 ? pending.attempts - 1 : undefined,
      "alphadelta.source": pending.source,
    });
    if (isError) fail(span, error);
  }
  span.end();
}

/** By the few classes and codes of errors; a message may repeat what was sent. */
function fail(span: TracedSpan, error: unknown): void {
  const { code, name, kind } = (isAlphadeltaError(error) ? error : {}) as {
    readonly code?: unknown;
    readonly name?: string;
    readonly kind?: string;
  };
  const isRpc = typeof code === "number";
  if (isRpc) span.set({ "rpc.response.status_code": String(code) });
  span.fail(kind ?? (isRpc ? String(code) : (name ?? "abort")));
}

/** False in a page, for a request to another origin. */
function isHome({ url }: TransportCall): boolean {
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  return !location || location.origin === new URL(url).origin;
}

/** Tells both of a call. */
export function bothOf(one: Trace | undefined, other: Trace | undefined): Trace | undefined {
  if (!one || !other) return one ?? other;
  const both = (tell: (trace: Trace) => void): void => [one, other].forEach(tell);
  return {
    queue: (pending) => both((trace) => trace.queue(pending)),
    attempt: (pending) => both((trace) => trace.attempt(pending)),
    retry: (...args) => both((trace) => trace.retry(...args)),
    end: (...args) => both((trace) => trace.end(...args)),
  };
}
