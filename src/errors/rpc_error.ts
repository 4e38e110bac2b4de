import {
  RPC_CODES,
  RPC_INTERNAL_ERROR,
  RPC_LIMIT_EXCEEDED,
  type RpcErrorCode,
} from "../generated/errors.gen.ts";
import { boundText } from "./_bound_text.ts";
import { isLimitStatus, isTransientStatus } from "./is_transient_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

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
    super(`${text} (${code})`, { ...context, code, retryable: isRetryable(code, context.status) });
    this.data = data === undefined ? undefined : boundText(data, LONGEST_DATA);
  }
}

/** The HTTP status decides for an unknown code, and for any code sent with a rate-limit status. */
function isRetryable(code: number, status: number | undefined): boolean {
  if (isLimitStatus(status) || code === RPC_INTERNAL_ERROR || code === RPC_LIMIT_EXCEEDED)
    return true;
  return !RPC_CODES.includes(code as RpcErrorCode) && isTransientStatus(status);
}
