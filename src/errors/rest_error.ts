import { REST_ERRORS, type RestErrorCode } from "../generated/errors.gen.ts";
import { boundText } from "./_bound_text.ts";
import { isLimitStatus, isTransientStatus } from "./is_transient_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

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
      retryable: isRetryable(code, context.status),
    });
  }
}

/** The HTTP status decides for an unknown code, and for any code sent with a rate-limit status. */
function isRetryable(code: string, status: number | undefined): boolean {
  const known = (REST_ERRORS as Record<string, { status: number } | undefined>)[code];
  return isTransientStatus(known && !isLimitStatus(status) ? known.status : status);
}
