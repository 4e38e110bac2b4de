import { isTransientStatus } from "../errors/internal.ts";
import { SUBSCRIBE } from "../events/internal.ts";
import {
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
  RPC_INVALID_PARAMS,
  RPC_LIMIT_EXCEEDED,
  type RestErrorCode,
  type RpcErrorName,
} from "../generated/errors.gen.ts";
import { METHOD_CALLS } from "../generated/client/methods.gen.ts";
import { OPERATIONS } from "../generated/service/operations.gen.ts";
import { knownRefusalText, RestServiceError, RpcServiceError } from "../service/internal.ts";
import { isRefusalError } from "../submission/internal.ts";
import type { OperationInfo } from "../tables.ts";
import { type MethodCall, reasonOf } from "../validation/mod.ts";
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
  /** @param what What it does, after the origin. */
  constructor(url: string, what: string, context: ErrorContext) {
    super("http", `${new URL(url).origin} ${what}`, { ...context, retryable: true });
  }
}

export const LIMIT_REACHED = "the rate limit of the upstream is reached";

/**
 * What an error tells of the upstream:
 *
 * - `answer`: nothing; it is a refusal of the request itself, or not of the upstream's making
 * - `limit`: a refusal by the rate limit or the quota, whatever status it has
 * - `refusal`: it may refuse the gateway's key, or whatever is asked of it: this interface refuses an unknown key with 400, as
 *   it does a wrong parameter
 * - `fault`: another upstream may do better, since it fails or breaks the interface
 */
export type Verdict = "answer" | "limit" | "refusal" | "fault";

export function verdictOn(error: unknown): Verdict {
  if (!isAlphadeltaError(error)) return "answer";
  const { status, code } = error;
  if (status === 429 || code === "quota_exhausted" || code === RPC_LIMIT_EXCEEDED) return "limit";
  if (hasNoEvents(error)) return "refusal";
  const isRefused = isAlphadeltaError(error, "RestError") || isAlphadeltaError(error, "RpcError");
  const mayPass = error.retryable || isTransientStatus(status) || code === RPC_INTERNAL_ERROR;
  if (!isRefused || mayPass) return "fault";
  return isOfRequest(error) ? "answer" : "refusal";
}

const NOT_FOUND = "NOT_FOUND" satisfies RestErrorCode;
const INVALID_PARAM = "INVALID_PARAM" satisfies RestErrorCode;

const RPC_NAMES = new Map(
  Object.entries(RPC_ERRORS).map(([name, { code }]) => [code as number, name as RpcErrorName]),
);
const OPERATION_ROWS: Readonly<Record<string, OperationInfo | undefined>> = OPERATIONS;
const METHOD_ROWS: Readonly<Record<string, MethodCall | undefined>> = METHOD_CALLS;

/** Returns true for a refusal of the request itself, as the specs have it for that call. */
function isOfRequest(error: RestError | RpcError): boolean {
  const { operation = "" } = error;
  if (isAlphadeltaError(error, "RestError")) {
    const { parameters = [] } = OPERATION_ROWS[operation] ?? {};
    return error.code === NOT_FOUND && parameters.some(({ in: place }) => place === "path");
  }
  const { errors = [] } = METHOD_ROWS[operation]?.info ?? {};
  return error.code === RPC_INVALID_PARAMS || errors.includes(error.code);
}

/**
 * Returns true where a WebSocket answers, but sends no events: not as the specs have them, or not to this key. Also where
 * it was closed by a code after which another one would be closed too.
 */
export function hasNoEvents(error: unknown): boolean {
  if (!isAlphadeltaError(error)) return false;
  const { operation, code, retryable } = error;
  return operation === SUBSCRIBE && code !== RPC_CURSOR_EXPIRED && !retryable;
}

/** Returns true for a refusal that the parameters alone may have caused where the key is good. */
export function isOfParameters(error: unknown): boolean {
  return isAlphadeltaError(error, "RestError") && error.code === INVALID_PARAM;
}

/** Returns true for the refusal of a call that was surely not taken: another upstream may be given it, even a submission. */
export function isNotTaken(error: unknown): boolean {
  return verdictOn(error) === "refusal" && isRefusalError(error);
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
  const isOfRules = isRefusalError(error) && verdictOn(error) === "answer";
  const refusal = isOfRules ? errorOfRead(error) : undefined;
  return refusal instanceof RpcServiceError ? refusal : undefined;
}

/**
 * The failure of a submission, which says what is known of the transaction.
 *
 * @param isSent True once a request with it has gone out.
 */
export function failureOfSubmission(error: unknown, isSent: boolean): UpstreamFailure {
  return isSent && verdictOn(error) !== "limit" && !isNotTaken(error)
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
  const verdict = verdictOn(error);
  if (verdict === "limit") return LIMIT_REACHED;
  if (verdict === "refusal") return "the upstream refuses the gateway's request";
  if (isAlphadeltaError(error, "ContractError"))
    return "the upstream's answer breaks the interface";
  if (error instanceof ContradictionError)
    return "the upstream's answer contradicts what it told before";
  return "no upstream can answer now";
}

/** Statuses of a refusal of the key: a check is a request that every service admits. */
const OF_KEY: readonly unknown[] = [400, 401, 403];

/** Why an upstream is out of use, in words of our own: `/readyz` shows them to anyone. */
export function whyUnused(error: unknown): string {
  const known = error instanceof UnusableUpstreamError ? (error.cause ?? error) : error;
  if (!isAlphadeltaError(known)) return reasonOf(known);
  const { status, operation } = known;
  // Its message has the reason that the upstream gave.
  if (operation === SUBSCRIBE) return "its WebSocket closed";
  if (isAlphadeltaError(known, "ContractError")) return "its answer breaks the interface";
  if (verdictOn(known) === "limit") return "it asks for no requests for a while";
  if (status === undefined) return reasonOf(known);
  if (isAlphadeltaError(known, "TransportError"))
    return `it answers with HTTP ${status}, and not as a data service does`;
  if (status === 404) return "it does not serve the segment (HTTP 404)";
  if (OF_KEY.includes(status))
    return `it refuses the gateway's API key, or requires one (HTTP ${status})`;
  return `it answers with HTTP ${status}`;
}
