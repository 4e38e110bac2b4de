import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";
import type {
  ContractError,
  QuotaExhaustedError,
  RpcError,
  TransportError,
} from "./call_errors.ts";

/**
 * Error of one call of a batch; its `name` tells the classes apart. What a function of the program threw, such as one that
 * gives the key, is the `cause` of a `TransportError`.
 */
export type BatchCallError = RpcError | ContractError | TransportError | QuotaExhaustedError;

/** Result of one call of a batch. */
export type BatchResult<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: BatchCallError };

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
    const waits = errors.flatMap(({ retryAfter }) => retryAfter ?? []);
    super(
      `${errors.length} of ${results.length} calls of the batch failed, first error: ${first?.message}`,
      {
        ...context,
        code: "batch",
        status: first?.status,
        requestId: first?.requestId,
        attempts: Math.max(0, ...errors.map(({ attempts }) => attempts)),
        retryAfter: waits.length > 0 ? Math.max(...waits) : undefined,
        retryable: errors.every(({ retryable }) => retryable),
        cause: first,
      },
    );
    this.results = results;
  }
}
