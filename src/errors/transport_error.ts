import { isTransientStatus } from "./is_transient_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** How a call was lost: no answer in time, no connection, or an answer that is not the service's. */
export type TransportErrorKind = "timeout" | "network" | "http";

/** No usable answer came. */
export class TransportError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "TransportError";
  /** The same as `kind`. */
  declare readonly code: TransportErrorKind;
  /** How the call was lost. */
  readonly kind: TransportErrorKind;

  /**
   * Says how a call was lost.
   *
   * @param message What was tried and what came instead.
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

/** A proxy in between may send any status. */
function isPassing(kind: TransportErrorKind, status: number | undefined): boolean {
  return kind !== "http" || status === undefined || isTransientStatus(status);
}
