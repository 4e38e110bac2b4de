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
      retryable: context.retryable ?? mayPass(kind, context.status),
    });
    this.kind = kind;
  }
}

/** Of the statuses that a proxy in between may send, some say that it is a matter of time. */
function mayPass(kind: TransportErrorKind, status: number | undefined): boolean {
  if (kind !== "http" || status === undefined) return true;
  return status === 408 || status === 429 || status >= 500;
}
