import {
  type ErrorContext,
  isAlphadeltaError,
  isContractError,
  isRestError,
  isRpcError,
  TransportError,
} from "../errors/mod.ts";
import { REST_ERRORS, RPC_ERRORS, type RpcErrorName } from "../generated/errors.gen.ts";
import { RestServiceError, RpcServiceError } from "../service/internal.ts";
import { isRefusal } from "../submission/internal.ts";

/** Thrown where no upstream answers a request. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly reason: string;
  /** Seconds after which to retry. */
  readonly retryAfter: number;

  constructor(reason: string, retryAfter: number, cause?: unknown) {
    const seconds = retryAfter === 1 ? "second" : "seconds";
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
    super(`${sentence}, retry in ${retryAfter} ${seconds}`, { cause });
    this.reason = reason;
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

/** JSON-RPC codes that say something of the upstream, not of the request. */
const OWN_CODES: readonly unknown[] = [
  RPC_ERRORS.InternalError.code,
  RPC_ERRORS.LimitExceeded.code,
  RPC_ERRORS.ParseError.code,
  RPC_ERRORS.InvalidRequest.code,
];

const NAMES = new Map(
  Object.entries(RPC_ERRORS).map(([name, { code }]) => [code as number, name as RpcErrorName]),
);

/** The error to answer a read with: a refusal of the request itself is passed on in the upstream's words. */
export function errorOfRead(error: unknown): RestServiceError | RpcServiceError | UpstreamFailure {
  if (isRestError(error) && error.code in REST_ERRORS && !error.retryable) {
    const { code, message } = error;
    return new RestServiceError(code as never, message.slice(`${code}: `.length));
  }
  const name = isRpcError(error) && !OWN_CODES.includes(error.code) && NAMES.get(error.code);
  return name ? new RpcServiceError(name, error.data) : failureOf(error);
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
  const { reason, retryAfter } = failureOf(error);
  const known =
    isSent && !isLimit(error)
      ? "It is unknown whether the transaction was sent: look for its hash before you send another"
      : `The transaction was not sent: ${reason}`;
  return new UpstreamFailure(known, retryAfter, error);
}

function isLimit(error: unknown): boolean {
  return isAlphadeltaError(error) && (error.status === 429 || error.code === "quota_exhausted");
}

function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const retryAfter = isAlphadeltaError(error) ? (error.retryAfter ?? 1) : 1;
  const reason = isLimit(error)
    ? LIMIT_REACHED
    : isContractError(error)
      ? "the upstream's answer breaks the interface"
      : "the upstream does not answer";
  return new UpstreamFailure(reason, Math.max(1, retryAfter), error);
}
