import { RPC_LIMIT_EXCEEDED } from "../generated/errors.gen.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { isLimitStatus } from "./is_limit_status.ts";
import { boundText } from "./_bound_text.ts";

/** Facts about the call that an error ended. */
export interface ErrorContext {
  /** Code by the interface, or a kind of ours. */
  readonly code?: string | number | undefined;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** `meta.requestId` of the answer. */
  readonly requestId?: string | undefined;
  /** Segment of the call. */
  readonly segment?: Segment | undefined;
  /** Operation id or method name. */
  readonly operation?: string | undefined;
  /** Requests sent for the call. */
  readonly attempts?: number | undefined;
  /** True if the same call may succeed later. */
  readonly retryable?: boolean | undefined;
  /** True if the call may be sent twice without harm. @default {true} */
  readonly safe?: boolean | undefined;
  /** Seconds after which the service takes the call again, where it said so. */
  readonly retryAfter?: number | undefined;
  /** The cause, such as an error thrown by `fetch`. */
  readonly cause?: unknown;
}

const LONGEST_ID = 200;

/** Marks our errors, so that guards see those of another copy of the library or another realm. */
export const ERROR_MARK: unique symbol = Symbol.for("alphadelta.error") as never;

/** The base of every error that a call rejects with. */
export abstract class AlphadeltaError extends Error {
  /** Name of the class. */
  abstract override readonly name: string;
  /** Code by the interface, or a kind of ours. */
  declare readonly code: string | number | undefined;
  /** HTTP status of the answer; undefined where there was none. */
  declare readonly status: number | undefined;
  /** `meta.requestId` of the answer; undefined where there was none. */
  declare readonly requestId: string | undefined;
  /** Segment of the call; undefined for a request of `fetch` by other clients. */
  declare readonly segment: Segment | undefined;
  /** Operation id or method name. */
  declare readonly operation: string | undefined;
  /** Requests sent for the call; 0 where it was refused before sending. */
  declare readonly attempts: number;
  /**
   * Whether the same call may be sent again and succeed later. A call that must not be sent twice, such as a submission,
   * is retryable only where it was not sent or a rate limit refused it.
   */
  declare readonly retryable: boolean;
  /** Seconds after which the service takes the call again; undefined where it did not say. */
  declare readonly retryAfter: number | undefined;

  /**
   * Makes an error of what is known of its call.
   *
   * @param message What was tried, why it failed, and what is allowed.
   */
  constructor(message: string, context: ErrorContext) {
    const { code, status, segment, operation, retryAfter, cause } = context;
    const requestId = context.requestId && boundText(context.requestId, LONGEST_ID);
    const { attempts = 1 } = context;
    const retryable = isRetryable({ ...context, attempts });
    const limit = deepenStack();
    super(message, cause === undefined ? undefined : { cause });
    if (limit !== undefined) Reflect.set(Error, "stackTraceLimit", limit);
    const known = { code, status, requestId, segment, operation, attempts, retryable, retryAfter };
    Object.assign(this, known);
    Object.defineProperty(this, ERROR_MARK, { value: true });
  }
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

/** Frames of a stack that reaches through a call, some dozen functions, to the program's own line. */
const FRAMES = 40;

/** Raises the runtime's bound on the frames of a stack, where it has one; returns what it was. */
function deepenStack(): number | undefined {
  // V8's own, which not every runtime has or has types for.
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  if (typeof limit !== "number" || limit <= 0 || limit >= FRAMES) return undefined;
  return Reflect.set(Error, "stackTraceLimit", FRAMES) ? limit : undefined;
}
