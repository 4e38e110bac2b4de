import { type AlphadeltaError, isMarked } from "./alphadelta_error.ts";
import type { BatchError } from "./batch_error.ts";
import type {
  ContractError,
  QuotaExhaustedError,
  RestError,
  RpcError,
  TransportError,
  WrongChainError,
} from "./call_errors.ts";
import type { AmbiguousSubmissionError, NoReceiptError } from "./submission_errors.ts";

/** The error that each class name stands for. `DeliveryError` is not among them: use `instanceof`. */
export interface ErrorsByName {
  /** The service answered a REST operation with an error. */
  readonly RestError: RestError;
  /** The service answered a JSON-RPC call with an error. */
  readonly RpcError: RpcError;
  /** No usable response came. */
  readonly TransportError: TransportError;
  /** The response violates the interface. */
  readonly ContractError: ContractError;
  /** The chain does not have the call. */
  readonly WrongChainError: WrongChainError;
  /** A rate limit or quota is exhausted; nothing was sent. */
  readonly QuotaExhaustedError: QuotaExhaustedError;
  /** Calls of a batch failed. */
  readonly BatchError: BatchError;
  /** A submission may or may not have been accepted. */
  readonly AmbiguousSubmissionError: AmbiguousSubmissionError;
  /** A wait for a receipt ended without one. */
  readonly NoReceiptError: NoReceiptError;
}

/**
 * Tells whether a value is an error of this library or, given a name, of that class; also one from another realm or another
 * copy of the library, for which `instanceof` is false.
 *
 * @example
 * ```ts
 * import { createClient, isAlphadeltaError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * try {
 *   await delta.getBlock(999_999_999);
 * } catch (error) {
 *   if (!isAlphadeltaError(error, "RestError")) throw error;
 *   console.log(error.code, error.status, error.requestId);
 * }
 * ```
 */
export function isAlphadeltaError(error: unknown): error is AlphadeltaError;
export function isAlphadeltaError<Name extends keyof ErrorsByName>(
  error: unknown,
  name: Name,
): error is ErrorsByName[Name];
export function isAlphadeltaError(error: unknown, name?: string): boolean {
  return isMarked(error) && (name === undefined || error.name === name);
}
