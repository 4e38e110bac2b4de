import type { Segment } from "../generated/segments.gen.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import { notify } from "../notify.ts";
import type { Clock } from "./clock.ts";
import type { Tracer } from "./pending_call.ts";
import type { Priority } from "./transport_call.ts";

/** Fields of every event. */
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
  /** Queued calls are sent in order of priority. */
  readonly priority: Priority;
}

/** A request is sent. */
export interface AttemptEvent extends CallEvent {
  /** Number of the request, from 1. */
  readonly attempt: number;
}

/** A request failed, and the call is retried. */
export interface RetryEvent extends AttemptEvent {
  /** HTTP status of the response; undefined if none arrived. */
  readonly status: number | undefined;
  /** The reason that the call or the request rejected with, if it did. */
  readonly error: unknown;
  /** Milliseconds until the retry, not counting a pause that the service imposes on every call. */
  readonly delayMs: number;
}

/** A call has ended, with a response or with an error. */
export interface ResponseEvent extends CallEvent {
  /** Requests that were sent for it. */
  readonly attempts: number;
  /** HTTP status of the response; undefined if none arrived. */
  readonly status: number | undefined;
  /** As of {@linkcode ResponseInfo}. */
  readonly requestId: string | undefined;
  /** The reason that the call or the request rejected with, if it did. */
  readonly error: unknown;
  /** Milliseconds from the beginning of the call. */
  readonly durationMs: number;
  /** Origin of the response: a request of its own, one shared with a duplicate call, or the cache. */
  readonly source: "request" | "shared" | "cache";
}

/**
 * Listeners for the steps of every call.
 *
 * No event holds a key, a header or a body, and so no signed transaction. An error that a hook throws or rejects with is
 * dropped: a hook never changes a call.
 *
 * Spans of OpenTelemetry need no hooks: the client makes them by itself.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", {
 *   endpoints: "http://127.0.0.1:8645",
 *   hooks: { onRetry: ({ operation, status, delayMs }) => console.log(operation, status, delayMs) },
 * });
 * await delta.getBlock(7);
 * ```
 */
export interface Hooks {
  /** A call begins. */
  onRequest?(event: CallEvent): unknown;
  /** It waits in the request queue. */
  onQueue?(event: QueueEvent): unknown;
  /** A request for it is sent. */
  onAttempt?(event: AttemptEvent): unknown;
  /** A request failed and is retried. */
  onRetry?(event: RetryEvent): unknown;
  /** The call has ended. */
  onResponse?(event: ResponseEvent): unknown;
}

/** Makes what calls `onRequest` for a call; the trace that it returns calls the other hooks. */
export function createTracer(hooks: Hooks, clock: Clock): Tracer {
  let calls = 0;
  return ({ context, method, url }) => {
    const { segment, operation } = context;
    const [shown = url] = url.split(/[?#]/, 1);
    const event: CallEvent = { call: ++calls, segment, operation, method, url: shown };
    const startedAt = clock.now();
    const tell = (hook: keyof Hooks, more: object): void =>
      notify(() => hooks[hook]?.({ ...event, ...more } as never));
    tell("onRequest", {});
    return {
      queue: ({ priority }) => tell("onQueue", { priority }),
      attempt: ({ attempts }) => tell("onAttempt", { attempt: attempts }),
      retry: ({ attempts }, { answer, error }, delayMs) =>
        tell("onRetry", { attempt: attempts, status: answer?.status, error, delayMs }),
      end({ attempts, source }, { answer, error }) {
        const known = answer ?? (isAlphadeltaError(error) ? error : undefined);
        const { status, requestId } = known ?? {};
        const durationMs = clock.now() - startedAt;
        tell("onResponse", { attempts, status, requestId, error, durationMs, source });
      },
    };
  };
}

/** Progress of work that takes many requests. */
export interface Progress {
  /** Items or calls that are done. */
  readonly done: number;
  /** Items or calls in all; undefined where that is not known. */
  readonly total: number | undefined;
  /**
   * Requests answered so far, retries not counted; of a batch, how often it was told: calls that end at the same time count
   * once, also where they come from the cache.
   */
  readonly requests: number;
}
