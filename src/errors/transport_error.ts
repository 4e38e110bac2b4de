import { isTransientStatus } from "./is_transient_status.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** Reason a call was lost: no response in time, no connection, or a response that is not the service's. */
export type TransportErrorKind = "timeout" | "network" | "http";

/** No usable answer came. */
export class TransportError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "TransportError";
  /** The same as `kind`. */
  declare readonly code: TransportErrorKind;
  /** Reason the call was lost. */
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
