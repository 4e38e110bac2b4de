import { reasonOf } from "../validation/mod.ts";
import { AlphadeltaError, type ErrorContext, isAlphadeltaError } from "./alphadelta_error.ts";

/** Result of one call of a batch. */
export type BatchResult<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown };

/**
 * Rejects a batch of which some calls failed; `results` has the result of every call. `cause` is the first failure, as
 * are `status` and `requestId`; `attempts` and `retryAfter` are the maximum over all failures.
 */
export class BatchError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "BatchError";
  /** Result of every call, in the order of the calls. */
  readonly results: readonly BatchResult[];

  /**
   * Created by the client; `context` describes the batch.
   *
   * @param results Result of each call, in the order of the calls; at least one failed.
   */
  constructor(results: readonly BatchResult[], context: ErrorContext) {
    const errors = results.flatMap((result) => (result.ok ? [] : [result.error]));
    const [first] = errors;
    const known = errors.filter(isAlphadeltaError);
    const waits = known.flatMap(({ retryAfter }) => retryAfter ?? []);
    const { status, requestId } = (first === known[0] && known[0]) || {};
    super(
      `${errors.length} of ${results.length} calls of the batch failed, first error: ${reasonOf(first)}`,
      {
        ...context,
        code: "batch",
        status,
        requestId,
        attempts: Math.max(0, ...known.map(({ attempts }) => attempts)),
        retryAfter: waits.length > 0 ? Math.max(...waits) : undefined,
        retryable: known.length === errors.length && known.every(({ retryable }) => retryable),
        cause: first,
      },
    );
    this.results = results;
  }
}
