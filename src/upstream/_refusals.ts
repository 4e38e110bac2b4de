import { isAlphadeltaError, isContractError, isRestError, isRpcError } from "../errors/mod.ts";
import { REST_ERRORS, RPC_ERRORS, type RpcErrorName } from "../generated/errors.gen.ts";
import { RestServiceError, RpcServiceError } from "../service/internal.ts";
import { isRefusal } from "../submission/internal.ts";

/** Why nothing can be answered, and how long that lasts. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly reason: string;
  /** Seconds after which to ask again. */
  readonly retryAfter: number;

  constructor(reason: string, retryAfter: number, cause?: unknown) {
    const seconds = retryAfter === 1 ? "second" : "seconds";
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
    super(`${sentence}, retry in ${retryAfter} ${seconds}`, { cause });
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

export const LIMIT_REACHED = "the limit of the upstream is reached";

/** Codes of JSON-RPC that an upstream answers for reasons of its own: what it is asked has no part in them. */
const OWN_CODES: readonly unknown[] = [
  RPC_ERRORS.InternalError.code,
  RPC_ERRORS.LimitExceeded.code,
  RPC_ERRORS.ParseError.code,
  RPC_ERRORS.InvalidRequest.code,
];

const NAMES = new Map(
  Object.entries(RPC_ERRORS).map(([name, { code }]) => [code as number, name as RpcErrorName]),
);

/** Reads the failure of a read: a refusal that holds for the question itself is passed on in the upstream's words. */
export function refusalOf(error: unknown): RestServiceError | RpcServiceError | UpstreamFailure {
  if (isRestError(error) && error.code in REST_ERRORS && !error.retryable) {
    const { code, message } = error;
    return new RestServiceError(code as never, message.slice(`${code}: `.length));
  }
  if (isRpcError(error) && !OWN_CODES.includes(error.code)) {
    const name = NAMES.get(error.code);
    if (name) return new RpcServiceError(name, error.data);
  }
  return failureOf(error);
}

/** The refusal of a submission by the upstream's own rules; undefined for any other failure. */
export function submissionRefusalIn(error: unknown): RpcServiceError | undefined {
  const refusal = isRefusal(error) ? refusalOf(error) : undefined;
  return refusal instanceof RpcServiceError ? refusal : undefined;
}

/**
 * Reads the failure of a submission, which tells what is known of the transaction.
 *
 * @param isSent True once a request with it has gone out.
 */
export function submissionFailureOf(error: unknown, isSent: boolean): UpstreamFailure {
  const { reason, retryAfter } = failureOf(error);
  const told =
    isSent && !isLimit(error)
      ? "It is unknown whether the transaction was sent: look for its hash before you send another"
      : `The transaction was not sent: ${reason}`;
  return new UpstreamFailure(told, retryAfter, error);
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
      ? "the upstream answers against the interface"
      : "the upstream does not answer";
  return new UpstreamFailure(reason, Math.max(1, retryAfter), error);
}
