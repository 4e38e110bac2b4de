import {
  REST_ERRORS,
  type RestErrorCode,
  RPC_CODES,
  RPC_INTERNAL_ERROR,
  RPC_LIMIT_EXCEEDED,
  type RpcErrorCode,
} from "../generated/errors.gen.ts";
import type { Chain } from "../generated/segments.gen.ts";
import type { ContractIssue } from "../validation/mod.ts";
import {
  AlphadeltaError,
  boundText,
  type ErrorContext,
  isLimitStatus,
  isTransientStatus,
} from "./alphadelta_error.ts";

const LONGEST_CODE = 100;

/** Rejects a REST operation with the error that the service responded with (specified by the interface). */
export class RestError extends AlphadeltaError {
  /** Identifies the class in any realm. */
  override readonly name = "RestError";
  /** Code from the table of REST errors, or another code that the service sent. */
  declare readonly code: RestErrorCode | (string & {});

  /** Created by the client; `context` describes the call. */
  constructor(code: string, message: string, context: ErrorContext) {
    const known = boundText(code, LONGEST_CODE);
    super(`${known}: ${boundText(message)}`, {
      ...context,
      code: known,
      retryable: isRetryableRest(code, context.status),
    });
  }
}

/** The HTTP status decides for an unknown code, and for any code sent with a rate-limit status. */
function isRetryableRest(code: string, status: number | undefined): boolean {
  const known = (REST_ERRORS as Record<string, { status: number } | undefined>)[code];
  return isTransientStatus(known && !isLimitStatus(status) ? known.status : status);
}

const LONGEST_DATA = 10_000;

/** Rejects a JSON-RPC call with the error that the service responded with (specified by the interface). */
export class RpcError extends AlphadeltaError {
  /** Identifies the class in any realm. */
  override readonly name = "RpcError";
  /** Code from the table of JSON-RPC errors, or another code that the service sent. */
  declare readonly code: RpcErrorCode | (number & {});
  /** Further detail from the service, truncated to 10,000 characters. */
  readonly data: string | undefined;

  /** Created by the client; `context` describes the call. */
  constructor(code: number, message: string, data: string | undefined, context: ErrorContext) {
    const text = boundText(data === undefined ? message : `${message}: ${data}`);
    super(`${text} (${code})`, {
      ...context,
      code,
      retryable: isRetryableRpc(code, context.status),
    });
    this.data = data === undefined ? undefined : boundText(data, LONGEST_DATA);
  }
}

/** The HTTP status decides for an unknown code, and for any code sent with a rate-limit status. */
function isRetryableRpc(code: number, status: number | undefined): boolean {
  if (isLimitStatus(status) || code === RPC_INTERNAL_ERROR || code === RPC_LIMIT_EXCEEDED)
    return true;
  return !RPC_CODES.includes(code as RpcErrorCode) && isTransientStatus(status);
}

/** Rejects a call that got no usable response. */
export class TransportError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "TransportError";
  /** The same as `kind`. */
  declare readonly code: TransportError["kind"];
  /** Reason there is no usable response: a timeout, no connection, or a response that is not the service's. */
  readonly kind: "timeout" | "network" | "http";

  /**
   * Created by the client; `context` describes the call.
   *
   * @param message The request, and the failure or the unexpected response.
   */
  constructor(kind: TransportError["kind"], message: string, context: ErrorContext) {
    super(message, {
      ...context,
      code: kind,
      retryable: context.retryable ?? isPassing(kind, context.status),
    });
    this.kind = kind;
  }
}

/** A proxy may answer with any status, so only transient ones are retried. */
function isPassing(kind: TransportError["kind"], status: number | undefined): boolean {
  return kind !== "http" || status === undefined || isTransientStatus(status);
}

/** Maximum number of issues in an error and in its message: a response may have thousands. */
const MAX_ISSUES = 100;
const MAX_SHOWN = 10;

/** Rejects a call whose response violates the interface, so that its data cannot be trusted. */
export class ContractError extends AlphadeltaError {
  /** Identifies the class in any realm. */
  override readonly name = "ContractError";
  /** The first 100 violations. */
  readonly issues: readonly ContractIssue[];

  /** Created by the client; `context` describes the call. */
  constructor(issues: readonly ContractIssue[], context: ErrorContext) {
    super(`Answer breaks the interface: ${formatIssues(issues)}`, {
      ...context,
      code: "contract",
      retryable: isTransientStatus(context.status),
    });
    this.issues = issues.slice(0, MAX_ISSUES);
  }
}

function formatIssues(issues: readonly ContractIssue[]): string {
  const shown = issues
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => boundText(path === "" ? message : `${path}: ${message}`));
  // Validation of a list stops after a hundred issues.
  const least = issues.length < MAX_ISSUES ? "" : "at least ";
  if (issues.length > MAX_SHOWN) shown.push(`and ${least}${issues.length - MAX_SHOWN} more`);
  return shown.join("; ");
}

/** Rejects a call that the chain does not have; nothing was sent. */
export class WrongChainError extends AlphadeltaError {
  /** Identifies the class in any realm. */
  override readonly name = "WrongChainError";
  /** Chains that have the call. */
  readonly chains: readonly Chain[];

  /** Created by the client; `context` describes the call. */
  constructor(chains: readonly Chain[], context: ErrorContext) {
    const { operation, segment } = context;
    super(`Cannot call ${operation} on ${segment}: it exists only on ${chains.join(", ")}`, {
      ...context,
      code: "wrong_chain",
      attempts: 0,
    });
    this.chains = chains;
  }
}

/**
 * Rejects a call that was not sent, since its rate limit or quota is exhausted for longer than the call may wait.
 * `retryAfter` has the seconds until requests are accepted again.
 */
export class QuotaExhaustedError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "QuotaExhaustedError";
  /** Time at which requests are accepted again. */
  readonly resetsAt: Date;

  /**
   * Created by the client; `context` describes the call.
   *
   * @param reason The exhausted limit, as a clause of the message.
   */
  constructor(reason: string, resetsAt: Date, context: ErrorContext) {
    const what = context.operation ?? "the service";
    super(`Cannot call ${what}: ${reason}, retry at ${resetsAt.toISOString()}`, {
      attempts: 0,
      ...context,
      code: "quota_exhausted",
      retryable: true,
    });
    this.resetsAt = resetsAt;
  }
}
