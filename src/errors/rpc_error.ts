import {
  RPC_CODES,
  RPC_INTERNAL_ERROR,
  RPC_LIMIT_EXCEEDED,
  type RpcErrorCode,
} from "../generated/errors.gen.ts";
import { boundText } from "./_bound_text.ts";
import { isTransientStatus } from "./is_transient_status.ts";
import { isLimitStatus } from "./is_limit_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

const LONGEST_DATA = 10_000;

/** The service answered a JSON-RPC call with an error (given by the interface). */
export class RpcError extends AlphadeltaError {
  /** Tells the class by name, in any realm. */
  override readonly name = "RpcError";
  /** Code of the table of JSON-RPC errors; a code of its own where a service sends one. */
  declare readonly code: RpcErrorCode | (number & {});
  /** Further detail, where the service gives one; at most 10,000 characters of it. */
  readonly data: string | undefined;

  /** Made by the client; `context` says which call it was. */
  constructor(code: number, message: string, data: string | undefined, context: ErrorContext) {
    const text = boundText(data === undefined ? message : `${message}: ${data}`);
    super(`${text} (${code})`, { ...context, code, retryable: isRetryable(code, context.status) });
    this.data = data === undefined ? undefined : boundText(data, LONGEST_DATA);
  }
}

/** Of a code that the table does not have, the status tells; one that stands for the limits, of any. */
function isRetryable(code: number, status: number | undefined): boolean {
  if (isLimitStatus(status) || code === RPC_INTERNAL_ERROR || code === RPC_LIMIT_EXCEEDED)
    return true;
  return !RPC_CODES.includes(code as RpcErrorCode) && isTransientStatus(status);
}
