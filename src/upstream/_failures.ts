import {
  type AlphadeltaError,
  type ErrorContext,
  isAlphadeltaError,
  isContractError,
  isRestError,
  isRpcError,
  TransportError,
} from "../errors/mod.ts";
import * as table from "../generated/errors.gen.ts";
import { RestServiceError, RpcServiceError } from "../service/internal.ts";
import { isRefusal } from "../submission/internal.ts";

/** Thrown where no upstream answers a request. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  /** Seconds after which to retry. */
  readonly retryAfter: number;

  constructor(reason: string, retryAfter: number, cause?: unknown) {
    const seconds = retryAfter === 1 ? "second" : "seconds";
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
    super(`${sentence}, retry in ${retryAfter} ${seconds}`, { cause });
    this.retryAfter = retryAfter;
  }
}

/** Thrown for an answer of an older head than is known. */
export class OlderHeadError extends TransportError {
  /** @param leastHeight Height of the known head. */
  constructor(url: string, height: number, leastHeight: number, context: ErrorContext) {
    const message = `${new URL(url).origin} answered at height ${height}, behind ${leastHeight}`;
    super("http", message, { ...context, retryable: true });
  }
}

export const LIMIT_REACHED = "the rate limit of the upstream is reached";

/** JSON-RPC errors of the gateway's own request; not of the client's, whose parameters were checked before. */
const OWN_ERRORS = ["ParseError", "InvalidRequest"];

/** Returns true for a refusal by the rate limit or the quota. */
export function isLimit(error: unknown): error is AlphadeltaError {
  return isAlphadeltaError(error) && (error.status === 429 || error.code === "quota_exhausted");
}

/** Returns true for what another upstream may do better: a failure, an answer that breaks the interface, a refused key. */
export function isUpstreamFault(error: unknown): error is AlphadeltaError {
  if (!isAlphadeltaError(error)) return false;
  const isAnswer = isRestError(error) || isRpcError(error);
  return error.retryable || !isAnswer || error.status === 401 || error.status === 403;
}

/** The error to answer a read with: a refusal of the request itself is passed on in the upstream's words. */
export function errorOfRead(error: unknown): RestServiceError | RpcServiceError | UpstreamFailure {
  if (!isAlphadeltaError(error) || error.retryable) return failureOf(error);
  const { code, message } = error;
  if (isRestError(error) && error.code in table.REST_ERRORS)
    return new RestServiceError(code as table.RestErrorCode, message.slice(`${code}: `.length));
  const names = Object.keys(table.RPC_ERRORS) as table.RpcErrorName[];
  const name = names.find((one) => table.RPC_ERRORS[one].code === code);
  const isPassedOn = name && isRpcError(error) && !OWN_ERRORS.includes(name);
  return isPassedOn ? new RpcServiceError(name, error.data) : failureOf(error);
}

/** The refusal of a submission by the upstream's rules; undefined for any other error. */
export function submissionRefusalIn(error: unknown): RpcServiceError | undefined {
  const refusal = isRefusal(error) ? errorOfRead(error) : undefined;
  return refusal instanceof RpcServiceError ? refusal : undefined;
}

/**
 * The failure of a submission, which says what is known of the transaction.
 *
 * @param isSent True once a request with it has gone out.
 */
export function failureOfSubmission(error: unknown, isSent: boolean): UpstreamFailure {
  return isSent && !isLimit(error)
    ? failureOf(
        error,
        "it is unknown whether the transaction was sent: look for its hash before you send another",
      )
    : failureOf(error, `the transaction was not sent: ${reasonOf(error)}`);
}

function failureOf(error: unknown, reason = reasonOf(error)): UpstreamFailure {
  const retryAfter = isAlphadeltaError(error) ? (error.retryAfter ?? 1) : 1;
  return new UpstreamFailure(reason, Math.max(1, retryAfter), error);
}

function reasonOf(error: unknown): string {
  if (isLimit(error)) return LIMIT_REACHED;
  if (isContractError(error)) return "the upstream's answer breaks the interface";
  return "the upstream does not answer";
}
