import { RPC_ERRORS, type RpcErrorCode } from "../generated/errors.gen.ts";
import { mayPass } from "./_may_pass.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

const KNOWN: readonly number[] = Object.values(RPC_ERRORS).map(({ code }) => code);
const RETRYABLE: readonly number[] = [RPC_ERRORS.InternalError.code, RPC_ERRORS.LimitExceeded.code];

/** The service answered a JSON-RPC call with an error (given by the interface). */
export class RpcError extends AlphadeltaError {
  /** Tells the class by name, in any realm. */
  override readonly name = "RpcError";
  /** Code of the table of JSON-RPC errors; a code of its own where a service sends one. */
  declare readonly code: RpcErrorCode | (number & {});
  /** Further detail, where the service gives one. */
  readonly data: string | undefined;

  /** Made by the client; `context` says which call it was. */
  constructor(code: number, message: string, data: string | undefined, context: ErrorContext) {
    const text = data === undefined ? message : `${message}: ${data}`;
    super(`${text} (${code})`, { ...context, code, retryable: isRetryable(code, context.status) });
    this.data = data;
  }
}

/** Of a code that the table does not have, the status tells; one that stands for the limits, of any. */
function isRetryable(code: number, status: number | undefined): boolean {
  if (status === 429) return true;
  return KNOWN.includes(code) ? RETRYABLE.includes(code) : mayPass(status);
}
