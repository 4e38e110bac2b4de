import type { Segment } from "../generated/segments.gen.ts";
import type { Priority } from "./policy.ts";

/** What every event says of its call. */
export interface CallEvent {
  /** The same number in every event of one call. */
  readonly call: number;
  /** Undefined for requests of `fetch` by other clients. */
  readonly segment: Segment | undefined;
  /** Operation id or method name. */
  readonly operation: string | undefined;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Without its query, which may hold a key. */
  readonly url: string;
}

/** A call waits in the request queue. */
export interface QueueEvent extends CallEvent {
  /** Queued calls go out in that order. */
  readonly priority: Priority;
}

/** A request goes out. */
export interface AttemptEvent extends CallEvent {
  /** Number of the request, from 1. */
  readonly attempt: number;
}

/** A request failed, and the call will be sent again. */
export interface RetryEvent extends AttemptEvent {
  /** HTTP status of the answer; undefined where none came. */
  readonly status: number | undefined;
  /** What the call or the request rejected with; undefined where it did not. */
  readonly error: unknown;
  /** Milliseconds until then; a pause that the service asked of everyone comes on top. */
  readonly delayMs: number;
}

/** A call has ended, with an answer or with an error. */
export interface ResponseEvent extends CallEvent {
  /** Requests that were sent for it. */
  readonly attempts: number;
  /** HTTP status of the answer; undefined where none came. */
  readonly status: number | undefined;
  /** As of {@linkcode ResponseInfo}. */
  readonly requestId: string | undefined;
  /** What the call or the request rejected with; undefined where it did not. */
  readonly error: unknown;
  /** Milliseconds from the beginning of the call. */
  readonly durationMs: number;
  /** Where the answer came from: a request, one that another call had sent, or the cache. */
  readonly source: "request" | "shared" | "cache";
}

/**
 * Functions that are told of calls on their way.
 *
 * No event holds a key, a header or a body, and so no signed transaction. What a hook throws or rejects with is dropped:
 * it never changes a call.
 *
 * @example Spans of OpenTelemetry.
 * ```ts
 * import type { Hooks } from "alphadelta/transport";
 *
 * // Of `@opentelemetry/api`, which has these.
 * interface Span {
 *   addEvent(name: string, attributes: object): void;
 *   setAttribute(name: string, value: number): void;
 *   recordException(error: unknown): void;
 *   end(): void;
 * }
 * declare const tracer: { startSpan(name: string, options: object): Span };
 *
 * const spans = new Map<number, Span>();
 * const hooks: Hooks = {
 *   onRequest: ({ call, operation, segment, method, url }) =>
 *     spans.set(call, tracer.startSpan(operation ?? method, { attributes: { segment, "url.full": url } })),
 *   onRetry: ({ call, attempt, delayMs }) => spans.get(call)?.addEvent("retry", { attempt, delayMs }),
 *   onResponse: ({ call, status, error }) => {
 *     spans.get(call)?.setAttribute("http.response.status_code", status ?? 0);
 *     if (error) spans.get(call)?.recordException(error);
 *     spans.get(call)?.end();
 *     spans.delete(call);
 *   },
 * };
 * ```
 */
export interface Hooks {
  /** A call begins. */
  onRequest?(event: CallEvent): unknown;
  /** It waits in the request queue. */
  onQueue?(event: QueueEvent): unknown;
  /** A request for it goes out. */
  onAttempt?(event: AttemptEvent): unknown;
  /** A request failed and will be sent again. */
  onRetry?(event: RetryEvent): unknown;
  /** The call has ended. */
  onResponse?(event: ResponseEvent): unknown;
}
