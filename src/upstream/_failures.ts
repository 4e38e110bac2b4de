import { isTransientStatus } from "../errors/internal.ts";
import {
  type AlphadeltaError,
  type ErrorContext,
  isAlphadeltaError,
  type RestError,
  type RpcError,
  TransportError,
} from "../errors/mod.ts";
import {
  RPC_CURSOR_EXPIRED,
  RPC_ERRORS,
  RPC_INTERNAL_ERROR,
  RPC_LIMIT_EXCEEDED,
  type RestErrorCode,
  type RpcErrorName,
} from "../generated/errors.gen.ts";
import type { SocketMethodName } from "../generated/client/methods.gen.ts";
import { METHODS } from "../generated/service/methods.gen.ts";
import { OPERATIONS } from "../generated/service/operations.gen.ts";
import { knownRefusalText, RestServiceError, RpcServiceError } from "../service/internal.ts";
import { isRefusal } from "../submission/internal.ts";
import type { MethodInfo, OperationInfo } from "../tables.ts";
import { reasonOf } from "../validation/mod.ts";
import { UnusableUpstreamError } from "./_upstream_identity.ts";

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

/** Thrown for an answer that contradicts what is known of the chain. */
export class ContradictionError extends TransportError {
  /** @param what What it contradicts. */
  constructor(url: string, what: string, context: ErrorContext) {
    super("http", `${new URL(url).origin} ${what}`, { ...context, retryable: true });
  }
}

/** Thrown for an answer of an older head than is known. */
export class OlderHeadError extends ContradictionError {
  /** @param leastHeight Height of the known head. */
  constructor(url: string, height: number, leastHeight: number, context: ErrorContext) {
    super(url, `answered at height ${height}, behind ${leastHeight}`, context);
  }
}

export const LIMIT_REACHED = "the rate limit of the upstream is reached";

/** Returns true for a refusal by the rate limit or the quota, whatever status it has. */
export function isLimit(error: unknown): error is AlphadeltaError {
  if (!isAlphadeltaError(error)) return false;
  const { status, code } = error;
  return status === 429 || code === "quota_exhausted" || code === RPC_LIMIT_EXCEEDED;
}

/** Returns true for what another upstream may do better: a failure, or an answer that breaks the interface. */
export function isUpstreamFault(error: unknown): error is AlphadeltaError {
  if (!isAlphadeltaError(error)) return false;
  return (
    error.retryable ||
    !(isAlphadeltaError(error, "RestError") || isAlphadeltaError(error, "RpcError"))
  );
}

const NOT_FOUND = "NOT_FOUND" satisfies RestErrorCode;
const INVALID_PARAM = "INVALID_PARAM" satisfies RestErrorCode;

/** Errors by which the rules of a chain refuse a transaction. */
const REJECTIONS: readonly RpcErrorName[] = [
  "TransactionRejected",
  "InsufficientFunds",
  "NonceTooLow",
  "NonceTooHigh",
];

const RPC_NAMES = new Map(
  Object.entries(RPC_ERRORS).map(([name, { code }]) => [code as number, name as RpcErrorName]),
);
const OPERATION_ROWS: Readonly<Record<string, OperationInfo | undefined>> = OPERATIONS;
const METHOD_ROWS: Readonly<Record<string, MethodInfo | undefined>> = METHODS;

/** Returns true for a refusal of the request itself, as the specs have it for that call. */
function isOfRequest(error: RestError | RpcError): boolean {
  const { operation = "" } = error;
  if (isAlphadeltaError(error, "RestError")) {
    const { parameters = [] } = OPERATION_ROWS[operation] ?? {};
    return error.code === NOT_FOUND && parameters.some(({ in: place }) => place === "path");
  }
  const name = RPC_NAMES.get(error.code);
  if (name === undefined || name === "InvalidParams") return name !== undefined;
  return REJECTIONS.includes(name) && METHOD_ROWS[operation]?.safe === false;
}

/**
 * Returns true for a refusal that may be of the gateway's key, or of whatever is asked of the upstream: this interface
 * refuses an unknown key with 400, as it does a wrong parameter. Also for a WebSocket that was closed for good.
 */
export function isDoubtful(error: unknown): boolean {
  if (!isAlphadeltaError(error, "RestError") && !isAlphadeltaError(error, "RpcError"))
    return isClosedForGood(error);
  const { status, code } = error;
  const mayPass = isTransientStatus(status) || code === RPC_INTERNAL_ERROR;
  return !mayPass && !isLimit(error) && !isOfRequest(error);
}

/** Returns true where a WebSocket answers, but sends no events: not as the specs have them, or not to this key. */
export function hasNoEvents(error: unknown): boolean {
  const isAnswer =
    isAlphadeltaError(error, "RpcError") || isAlphadeltaError(error, "ContractError");
  const isOfSubscription = isAnswer && error.operation === SUBSCRIBE;
  return isClosedForGood(error) || (isOfSubscription && error.code !== RPC_CURSOR_EXPIRED);
}

/** Returns true for the end of a WebSocket by a code after which another one would be closed too. */
export function isClosedForGood(error: unknown): error is TransportError {
  return isAlphadeltaError(error, "TransportError") && isOfSocket(error) && !error.retryable;
}

const SUBSCRIBE = "chain_subscribe" satisfies SocketMethodName;

/** Returns true for the end of a WebSocket; its message has the reason that the upstream gave. */
export function isOfSocket({ code, operation }: TransportError): boolean {
  return code === "network" && operation === SUBSCRIBE;
}

/** Returns true for a doubtful refusal that the parameters alone may have caused where the key is good. */
export function isOfParameters(error: unknown): boolean {
  return isAlphadeltaError(error, "RestError") && error.code === INVALID_PARAM;
}

/** Returns true for a doubtful refusal of a call that was surely not taken: another upstream may be given it, even a submission. */
export function isNotTaken(error: unknown): boolean {
  return isDoubtful(error) && isRefusal(error);
}

/**
 * The error to answer a read with. A refusal of the request is passed on by its code: with the upstream's text where that
 * is one of the service's own, else with one for the code.
 */
export function errorOfRead(error: unknown): RestServiceError | RpcServiceError | UpstreamFailure {
  if (!isAlphadeltaError(error) || error.retryable) return failureOf(error);
  if (isAlphadeltaError(error, "RestError")) {
    const code = ([NOT_FOUND, INVALID_PARAM] as const).find((one) => one === error.code);
    if (code === undefined) return failureOf(error);
    return new RestServiceError(code, textFor(code, error.message.slice(`${code}: `.length)));
  }
  const name = isAlphadeltaError(error, "RpcError") && RPC_NAMES.get(error.code);
  if (!name || !(name === "MethodNotFound" || isOfRequest(error))) return failureOf(error);
  return new RpcServiceError(name, textFor(name, error.data));
}

const TEXTS: Readonly<Record<string, string>> = {
  [NOT_FOUND]: "The upstream does not have it",
  [INVALID_PARAM]: "The upstream refuses the parameters",
  InvalidParams: "The upstream refuses the parameters",
  MethodNotFound: "The upstream does not have the method",
};

function textFor(name: string, words = ""): string {
  return knownRefusalText(words) ?? TEXTS[name] ?? "The upstream refuses the transaction";
}

/** The refusal of a submission by the upstream's rules; undefined for any other error. */
export function submissionRefusalIn(error: unknown): RpcServiceError | undefined {
  const refusal = isRefusal(error) && !isDoubtful(error) ? errorOfRead(error) : undefined;
  return refusal instanceof RpcServiceError ? refusal : undefined;
}

/**
 * The failure of a submission, which says what is known of the transaction.
 *
 * @param isSent True once a request with it has gone out.
 */
export function failureOfSubmission(error: unknown, isSent: boolean): UpstreamFailure {
  return isSent && !isLimit(error) && !isNotTaken(error)
    ? failureOf(
        error,
        "it is unknown whether the transaction was sent: look for its hash before you send another",
      )
    : failureOf(error, `the transaction was not sent: ${reasonFor(error)}`);
}

function failureOf(error: unknown, reason = reasonFor(error)): UpstreamFailure {
  const retryAfter = isAlphadeltaError(error) ? (error.retryAfter ?? 1) : 1;
  return new UpstreamFailure(reason, Math.max(1, retryAfter), error);
}

function reasonFor(error: unknown): string {
  if (isLimit(error)) return LIMIT_REACHED;
  if (isAlphadeltaError(error, "ContractError"))
    return "the upstream's answer breaks the interface";
  if (error instanceof ContradictionError)
    return "the upstream's answer contradicts what it told before";
  if (isDoubtful(error)) return "the upstream refuses the gateway's request";
  return "no upstream can answer now";
}

/** Statuses of a refusal of the key: a check is a request that every service admits. */
const OF_KEY: readonly unknown[] = [400, 401, 403];

/** Why an upstream is out of use, in words of our own: `/readyz` shows them to anyone. */
export function whyUnused(error: unknown): string {
  const known = error instanceof UnusableUpstreamError ? (error.cause ?? error) : error;
  if (!isAlphadeltaError(known) || known instanceof ContradictionError) return reasonOf(known);
  if (isAlphadeltaError(known, "ContractError")) return "its answer breaks the interface";
  if (isAlphadeltaError(known, "TransportError") && isOfSocket(known))
    return "its WebSocket closed";
  const { status } = known;
  if (isLimit(known)) return "it asks for no requests for a while";
  if (status === undefined) return reasonOf(known);
  if (isAlphadeltaError(known, "TransportError"))
    return `it answers with HTTP ${status}, and not as a data service does`;
  if (status === 404) return "it does not serve the segment (HTTP 404)";
  if (OF_KEY.includes(status))
    return `it refuses the gateway's API key, or requires one (HTTP ${status})`;
  return `it answers with HTTP ${status}`;
}
