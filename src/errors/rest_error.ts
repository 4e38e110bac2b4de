import { type RestErrorCode, RETRYABLE_REST_CODES } from "../generated/errors.gen.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** The service refused a REST operation (given by the interface). */
export class RestError extends AlphadeltaError {
  /** Tells the class by name, in any realm. */
  override readonly name = "RestError";
  /** Code of the table of REST errors; a code of its own where a service sends one. */
  declare readonly code: RestErrorCode | (string & {});

  /** Made by the client; `context` says which call it was. */
  constructor(code: string, message: string, context: ErrorContext) {
    super(`${code}: ${message}`, {
      ...context,
      code,
      retryable: RETRYABLE_REST_CODES.includes(code),
    });
  }
}
