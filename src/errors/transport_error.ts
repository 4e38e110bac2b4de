import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** How a call was lost: no answer in time, no connection, or an answer that is not the service's. */
export type TransportErrorKind = "timeout" | "network" | "http";

/** No usable answer came. */
export class TransportError extends AlphadeltaError {
  override readonly name = "TransportError";
  declare readonly code: TransportErrorKind;
  readonly kind: TransportErrorKind;

  constructor(kind: TransportErrorKind, message: string, context: ErrorContext) {
    super(message, { ...context, code: kind, retryable: context.retryable ?? true });
    this.kind = kind;
  }
}
