import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** The allowance is spent for longer than the call may wait; it was not sent. `retryAfter` says when to come back. */
export class QuotaExhaustedError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "QuotaExhaustedError";
  /** When requests are taken again. */
  readonly resetsAt: Date;

  /**
   * Says what is spent and when requests are taken again.
   *
   * @param reason What is spent, as `the 10000 requests of today`.
   */
  constructor(reason: string, resetsAt: Date, context: ErrorContext) {
    const what = context.operation ?? "the service";
    super(`Cannot call ${what}: ${reason}, come back at ${resetsAt.toISOString()}`, {
      attempts: 0,
      ...context,
      code: "quota_exhausted",
      retryable: true,
    });
    this.resetsAt = resetsAt;
  }
}
