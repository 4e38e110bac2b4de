import { isTransientStatus } from "./is_transient_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** Reason a call got no usable response: a timeout, no connection, or a response that is not the service's. */
export type TransportErrorKind = "timeout" | "network" | "http";

/** Rejects a call that got no usable response. */
export class TransportError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "TransportError";
  /** The same as `kind`. */
  declare readonly code: TransportErrorKind;
  /** Reason there is no usable response. */
  readonly kind: TransportErrorKind;

  /**
   * Created by the client; `context` describes the call.
   *
   * @param message The request, and the failure or the unexpected response.
   */
  constructor(kind: TransportErrorKind, message: string, context: ErrorContext) {
    super(message, {
      ...context,
      code: kind,
      retryable: context.retryable ?? isPassing(kind, context.status),
    });
    this.kind = kind;
  }
}

/** A proxy may answer with any status, so only transient ones are retried. */
function isPassing(kind: TransportErrorKind, status: number | undefined): boolean {
  return kind !== "http" || status === undefined || isTransientStatus(status);
}
