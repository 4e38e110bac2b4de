import { AlphadeltaError, type ErrorContext } from "../errors/mod.ts";

/**
 * Why a delivery ended, or an attempt failed.
 *
 * - `sink_failed`: an attempt failed; it is retried where `retryable`
 * - `receiver_gone`: the receiver wants no more, by status 410, or the reader of a stream has ended
 * - `address_refused`: the receiver is this machine or in a private network
 * - `given_up`: a batch failed for as long as `giveUp` allows
 * - `cursor_expired`: the service no longer has the events to go on with
 * - `no_cursor`: an event came without a cursor, so that no state could resume after it
 * - `state_in_use`: another process works with the state
 * - `wrong_state`: the state is of another delivery, or is none
 */
export type DeliveryErrorCode =
  | "sink_failed"
  | "receiver_gone"
  | "address_refused"
  | "given_up"
  | "cursor_expired"
  | "no_cursor"
  | "state_in_use"
  | "wrong_state";

/** The fields of a {@linkcode DeliveryError} beside its message. */
export type DeliveryErrorContext = Pick<
  ErrorContext,
  "status" | "segment" | "attempts" | "retryable" | "retryAfter" | "cause"
>;

/** Rejects a delivery that ended, or an attempt of a sink. */
export class DeliveryError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "DeliveryError";
  /** Why. */
  declare readonly code: DeliveryErrorCode;

  /**
   * A sink of your own may reject with one: `retryable` false ends the delivery, `retryAfter` (seconds) is the least pause.
   *
   * @param message What was tried, why it failed, and what to do.
   */
  constructor(code: DeliveryErrorCode, message: string, context: DeliveryErrorContext = {}) {
    super(message, { ...context, code });
  }
}
