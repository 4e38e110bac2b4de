import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** What became of one call of a batch. */
export type BatchResult<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown };

/** Calls of a batch failed; what became of each is in `results`, and the first failure is the `cause`. */
export class BatchError extends AlphadeltaError {
  /** Name of the class. */
  override readonly name = "BatchError";
  /** Of every call, in the order of the calls. */
  readonly results: readonly BatchResult[];

  /**
   * Says how many of the calls failed.
   *
   * @param results What became of each call, in the order of the calls; one failed at least.
   */
  constructor(results: readonly BatchResult[], context: ErrorContext) {
    const errors = results.flatMap((result) => (result.ok ? [] : [result.error]));
    const [first] = errors;
    const message = first instanceof Error ? first.message : String(first);
    super(
      `${errors.length} of ${results.length} calls of a batch failed, the first with: ${message}`,
      {
        ...context,
        code: "batch",
        retryable: errors.every((error) => error instanceof AlphadeltaError && error.retryable),
        cause: first,
      },
    );
    this.results = results;
  }
}
