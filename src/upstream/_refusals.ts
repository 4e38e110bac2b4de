import { isAlphadeltaError, isContractError, isRestError, isRpcError } from "../errors/mod.ts";
import { REST_ERRORS, RPC_ERRORS, type RpcErrorName } from "../generated/errors.gen.ts";
import { RestServiceError, RpcServiceError } from "../service/internal.ts";
import { isRefusal } from "../submission/internal.ts";

/** Why nothing can be answered, and how long that lasts. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  /** Seconds after which to ask again. */
  readonly retryAfter: number;

  constructor(reason: string, retryAfter: number, cause: unknown) {
    super(`${reason}, retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`, {
      cause,
    });
    this.retryAfter = retryAfter;
  }
}

/** Codes of JSON-RPC that an upstream answers for reasons of its own: what it is asked has no part in them. */
const OWN_CODES: readonly unknown[] = [
  RPC_ERRORS.InternalError.code,
  RPC_ERRORS.LimitExceeded.code,
  RPC_ERRORS.ParseError.code,
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

/**
 * Reads the failure of a submission, which tells what is known of the transaction.
 *
 * @param isSent True once a request with it has gone out.
 */
export function submissionRefusalOf(
  error: unknown,
  isSent: boolean,
): RpcServiceError | UpstreamFailure {
  if (isRefusal(error)) {
    const refusal = refusalOf(error);
    if (refusal instanceof RpcServiceError) return refusal;
  }
  const { message, retryAfter } = failureOf(error);
  const isUnknown = isSent && !isLimit(error);
  return new UpstreamFailure(
    isUnknown
      ? "It is unknown whether the transaction was sent: look for its hash before you send another"
      : `The transaction was not sent: ${message.replace(/, retry in .*/, "")}`,
    retryAfter,
    error,
  );
}

function isLimit(error: unknown): boolean {
  return isAlphadeltaError(error) && (error.status === 429 || error.code === "quota_exhausted");
}

function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const retryAfter = isAlphadeltaError(error) ? (error.retryAfter ?? 1) : 1;
  const reason = isLimit(error)
    ? "The limit of the upstream is reached"
    : isContractError(error)
      ? "The upstream answers against the interface"
      : "The upstream does not answer";
  return new UpstreamFailure(reason, Math.max(1, retryAfter), error);
}
