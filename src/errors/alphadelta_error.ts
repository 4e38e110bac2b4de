import { REST_ERRORS, RPC_LIMIT_EXCEEDED } from "../generated/errors.gen.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { escapeControls } from "../units/internal.ts";
import { toJson } from "../units/mod.ts";
import { isObject, reasonOf } from "../validation/mod.ts";

/** Describes the call that an error ended. */
export interface ErrorContext {
  /** Code of the interface, or one of this library. */
  readonly code?: string | number | undefined;
  /** HTTP status of the response. */
  readonly status?: number | undefined;
  /** `meta.requestId` of the response. */
  readonly requestId?: string | undefined;
  /** Segment of the call. */
  readonly segment?: Segment | undefined;
  /** Operation id or method name. */
  readonly operation?: string | undefined;
  /** Requests sent for the call. */
  readonly attempts?: number | undefined;
  /** True if the same call may succeed later. */
  readonly retryable?: boolean | undefined;
  /** True if the call is idempotent. @default {true} */
  readonly safe?: boolean | undefined;
  /** Seconds until the service accepts the call again, if the response has them. */
  readonly retryAfter?: number | undefined;
  /** The cause, such as an error thrown by `fetch`. */
  readonly cause?: unknown;
}

const LONGEST_ID = 200;

/** Marks this library's errors, so that the guard recognises those of another copy of it or another realm. */
const ERROR_MARK: unique symbol = Symbol.for("alphadelta.error") as never;

/** An error as plain data: see {@linkcode AlphadeltaError.toJSON}. Fields without a value are left out. */
export interface ErrorJson {
  /** Name of the class, which tells errors apart: `RestError`, `RpcError`. */
  readonly name: string;
  /** Message of the error. */
  readonly message: string;
  /** Code of the interface, or one of this library. */
  readonly code?: string | number;
  /** HTTP status of the response. */
  readonly status?: number;
  /** `meta.requestId` of the response. */
  readonly requestId?: string;
  /** Segment of the call. */
  readonly segment?: Segment;
  /** Operation id or method name. */
  readonly operation?: string;
  /** Requests sent for the call. */
  readonly attempts: number;
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  /** Seconds until the service accepts the call again. */
  readonly retryAfter?: number;
  /** The cause: one of this library's errors, or the message of another. */
  readonly cause?: ErrorJson | string;
  /** Fields of the class, such as `issues` of a `ContractError`. */
  readonly [field: string]: unknown;
}

/** Base class of every error that a call rejects with. */
export abstract class AlphadeltaError extends Error {
  /** Name of the class. */
  abstract override readonly name: string;
  /** Code of the interface, or one of this library. */
  declare readonly code: string | number | undefined;
  /** HTTP status of the response; undefined without one. */
  declare readonly status: number | undefined;
  /** `meta.requestId` of the response; undefined without one. */
  declare readonly requestId: string | undefined;
  /** Segment of the call; undefined for a request of another client through `fetch`. */
  declare readonly segment: Segment | undefined;
  /** Operation id or method name. */
  declare readonly operation: string | undefined;
  /** Requests sent for the call; 0 if it was rejected before sending. */
  declare readonly attempts: number;
  /**
   * True if the same call may succeed later. A call that is not idempotent, such as a submission, is retryable only if
   * it was not sent or if a rate limit refused it.
   */
  declare readonly retryable: boolean;
  /** Seconds until the service accepts the call again; undefined if the response does not have them. */
  declare readonly retryAfter: number | undefined;

  /**
   * Created by the client; `context` describes the call.
   *
   * @param message The request, why it failed, and what is allowed. Control characters in it are escaped, since it may
   * repeat a service's text, and a runtime prints it to a terminal as it is.
   */
  constructor(message: string, context: ErrorContext) {
    const { cause, safe: _, attempts = 1, ...known } = context;
    const requestId = known.requestId && boundText(known.requestId, LONGEST_ID);
    const limit = deepenStack();
    super(escapeControls(message), cause === undefined ? undefined : { cause });
    if (limit !== undefined) Reflect.set(Error, "stackTraceLimit", limit);
    Object.assign(this, known, { requestId, attempts, retryable: isRetryable(context) });
    Object.defineProperty(this, ERROR_MARK, { value: true });
  }

  /**
   * The error as plain data, for `JSON.stringify`, `postMessage` and logs: name, message and the fields of its class, without
   * stack and functions. Amounts are decimal strings, times as `Date` writes them; errors in it that are not of this library
   * are their messages. Keys and signed bytes are hidden in it, as in the error.
   */
  toJSON(): ErrorJson {
    const { name, message, cause } = this;
    const own = Object.entries(this).map(([key, value]: [string, unknown]) => [
      key,
      Array.isArray(value) ? value.map(plainItem) : value,
    ]);
    const fields = {
      ...{ name, message },
      ...Object.fromEntries(own),
      cause: cause === undefined ? cause : plainError(cause),
    };
    return JSON.parse(toJson(fields)) as ErrorJson;
  }
}

/** Tells an error of this library by its mark, also that of another realm or another copy. */
export function isMarked(error: unknown): error is AlphadeltaError {
  return typeof error === "object" && error !== null && ERROR_MARK in error;
}

/** A thrown value as JSON: an error of this library writes itself, any other is its message. */
function plainError(thrown: unknown): unknown {
  return isMarked(thrown) ? thrown : reasonOf(thrown);
}

/** An item of a list, such as a result of a batch; the error that it may hold can be any value. */
function plainItem(item: unknown): unknown {
  return isObject(item) && "error" in item ? { ...item, error: plainError(item.error) } : item;
}

function isRetryable({
  retryable = false,
  safe = true,
  attempts,
  code,
  status,
}: ErrorContext): boolean {
  const isRefused = isLimitStatus(status) || code === RPC_LIMIT_EXCEEDED;
  return retryable && (safe || attempts === 0 || isRefused);
}

/** Stack frames needed to reach through a call, some dozen functions, to the program's own line. */
const FRAMES = 40;

/** Raises the runtime's limit of stack frames, if it has a lower one; returns the previous limit. */
function deepenStack(): number | undefined {
  // Only V8 has this property, so it has no type here.
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  if (typeof limit !== "number" || limit <= 0 || limit >= FRAMES) return undefined;
  return Reflect.set(Error, "stackTraceLimit", FRAMES) ? limit : undefined;
}

/**
 * Returns true for an HTTP status of an exceeded rate limit or quota: the one of the specs, or 429 from a proxy.
 */
export function isLimitStatus(status: number | undefined): boolean {
  return status === REST_ERRORS.RATE_LIMITED.status || status === 429;
}

/**
 * Returns true for an HTTP status after which the same request may succeed later: 408, 5xx, and the statuses of an
 * exceeded rate limit or quota. Idempotent calls are retried after these.
 */
export function isTransientStatus(status: number | undefined): boolean {
  return status === 408 || isLimitStatus(status) || (status !== undefined && status >= 500);
}

/** Truncates a string from the other side to `most` characters, so that no error holds a megabyte of it. */
export function boundText(text: string, most = 1_000): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
