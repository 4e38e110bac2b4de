import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/**
 * Rejects a call that was not sent, since its rate limit or quota is exhausted for longer than the call may wait.
 * `retryAfter` has the seconds until requests are accepted again.
 */
export class QuotaExhaustedError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "QuotaExhaustedError";
  /** Time at which requests are accepted again. */
  readonly resetsAt: Date;

  /**
   * Created by the client; `context` describes the call.
   *
   * @param reason The exhausted limit, as a clause of the message.
   */
  constructor(reason: string, resetsAt: Date, context: ErrorContext) {
    const what = context.operation ?? "the service";
    super(`Cannot call ${what}: ${reason}, retry at ${resetsAt.toISOString()}`, {
      attempts: 0,
      ...context,
      code: "quota_exhausted",
      retryable: true,
    });
    this.resetsAt = resetsAt;
  }
}
