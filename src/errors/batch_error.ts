import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** Result of one call of a batch. */
export type BatchResult<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown };

/**
 * Calls of a batch failed; what became of each is in `results`. The first failure is the `cause`, whose status and request
 * id are told; `attempts` and `retryAfter` are the most of any.
 */
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
    const known = errors.filter((error) => error instanceof AlphadeltaError);
    const message = first instanceof Error ? first.message : String(first);
    super(
      `${errors.length} of ${results.length} calls of a batch failed, the first with: ${message}`,
      {
        ...context,
        code: "batch",
        status: first instanceof AlphadeltaError ? first.status : undefined,
        requestId: first instanceof AlphadeltaError ? first.requestId : undefined,
        attempts: Math.max(0, ...known.map(({ attempts }) => attempts)),
        retryAfter: mostOf(known.flatMap(({ retryAfter }) => retryAfter ?? [])),
        retryable: known.length === errors.length && known.every(({ retryable }) => retryable),
        cause: first,
      },
    );
    this.results = results;
  }
}

function mostOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}
