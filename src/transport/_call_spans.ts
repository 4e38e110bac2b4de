import { isAlphadeltaError } from "../errors/mod.ts";
import { startSpan, type TracedSpan } from "../telemetry.ts";
import type { CallOutcome, PendingCall, Trace } from "./pending_call.ts";
import type { TransportCall } from "./transport_call.ts";

type Call = TransportCall<unknown>;

/**
 * Makes a span for a call and one for each of its requests, which carries it to the service; undefined where no provider
 * of tracers is registered.
 *
 * @param sends Whether requests carry the span on; left out, those to another origin than the page's do not, since a
 *   service has to allow further headers from there.
 */
export function callSpans(call: Call, sends: boolean | undefined): Trace | undefined {
  const { context, method, template } = call;
  const { operation = method, segment } = context;
  const isRpc = operation !== method && template === undefined;
  const span = startSpan(operation, isRpc ? "client" : "internal");
  if (!span) return undefined;
  if (span.isRecording) {
    // The service makes the spans of a batch's calls.
    const called = operation === "batch" ? undefined : operation;
    if (isRpc) span.set({ "rpc.system.name": "jsonrpc", "rpc.method": called });
    span.set({ "alphadelta.segment": segment });
  }
  return new CallSpans(span, call, sends ?? isHome(call));
}

class CallSpans implements Trace {
  readonly #span: TracedSpan;
  readonly #call: Call;
  readonly #sends: boolean;
  /** The request under way. */
  #request: TracedSpan | undefined;

  constructor(span: TracedSpan, call: Call, sends: boolean) {
    this.#span = span;
    this.#call = call;
    this.#sends = sends;
  }

  queue(): void {
    // The time until the first request shows it.
  }

  attempt(pending: PendingCall): void {
    const { method, template, url } = this.#call;
    const path = template?.replace(/^\w+:\/\/[^/]*/, "");
    const name = path === undefined ? method : `${method} ${path}`;
    const request = (this.#request = this.#span.child(name, "client"));
    if (request) {
      const { hostname, port, protocol } = new URL(url);
      request.set({
        "http.request.method": method,
        "http.request.resend_count": pending.attempts - 1 || undefined,
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        "url.full": url.split(/[?#]/, 1)[0],
        "url.template": path,
      });
    }
    if (this.#sends) pending.spanHeaders = (request ?? this.#span).carrier();
  }

  retry(_: PendingCall, outcome: CallOutcome): void {
    const request = this.#request;
    this.#request = undefined;
    const { status = 0 } = outcome.answer ?? {};
    if (request) end(request, outcome, status >= 400 ? String(status) : undefined);
  }

  end(pending: PendingCall, outcome: CallOutcome): void {
    this.retry(pending, outcome);
    const span = this.#span;
    const { source, attempts } = pending;
    if (span.isRecording)
      span.set({ "alphadelta.source": source, "alphadelta.attempts": attempts });
    end(span, outcome);
  }
}

/** Ends a span with the status of an answer, and why it failed. */
function end(span: TracedSpan, { answer, isError, error }: CallOutcome, reason?: string): void {
  if (span.isRecording) {
    span.set({ "http.response.status_code": answer?.status });
    if (reason !== undefined) span.fail(reason);
    else if (isError) fail(span, error);
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
function isHome({ url }: Call): boolean {
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
