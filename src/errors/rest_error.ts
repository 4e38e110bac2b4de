import { REST_ERRORS, type RestErrorCode } from "../generated/errors.gen.ts";
import { boundText } from "./_bound_text.ts";
import { isTransientStatus } from "./is_transient_status.ts";
import { isLimitStatus } from "./is_limit_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

const LONGEST_CODE = 100;

/** The service refused a REST operation (given by the interface). */
export class RestError extends AlphadeltaError {
  /** Tells the class by name, in any realm. */
  override readonly name = "RestError";
  /** Code of the table of REST errors; a code of its own where a service sends one. */
  declare readonly code: RestErrorCode | (string & {});

  /** Made by the client; `context` says which call it was. */
  constructor(code: string, message: string, context: ErrorContext) {
    const known = boundText(code, LONGEST_CODE);
    super(`${known}: ${boundText(message)}`, {
      ...context,
      code: known,
      retryable: isRetryable(code, context.status),
    });
  }
}

/** Of a code that the table does not have, the status tells; one that stands for the limits, of any. */
function isRetryable(code: string, status: number | undefined): boolean {
  const known = (REST_ERRORS as Record<string, { status: number } | undefined>)[code];
  return isTransientStatus(known && !isLimitStatus(status) ? known.status : status);
}
