import { type AlphadeltaError, ERROR_MARK } from "./alphadelta_error.ts";
import type { AmbiguousSubmissionError } from "./ambiguous_submission_error.ts";
import type { BatchError } from "./batch_error.ts";
import type { ContractError } from "./contract_error.ts";
import type { NoReceiptError } from "./no_receipt_error.ts";
import type { QuotaExhaustedError } from "./quota_exhausted_error.ts";
import type { RestError } from "./rest_error.ts";
import type { RpcError } from "./rpc_error.ts";
import type { TransportError } from "./transport_error.ts";
import type { WrongChainError } from "./wrong_chain_error.ts";

/** Tells whether `error` is ours, even if it comes from another realm or another copy of the library. */
export function isAlphadeltaError(error: unknown): error is AlphadeltaError {
  return typeof error === "object" && error !== null && ERROR_MARK in error;
}

/** Tells whether the service refused a REST operation. */
export function isRestError(error: unknown): error is RestError {
  return isAlphadeltaError(error) && error.name === "RestError";
}

/** Tells whether the service answered a JSON-RPC call with an error. */
export function isRpcError(error: unknown): error is RpcError {
  return isAlphadeltaError(error) && error.name === "RpcError";
}

/** Tells whether no usable answer came. */
export function isTransportError(error: unknown): error is TransportError {
  return isAlphadeltaError(error) && error.name === "TransportError";
}

/** Tells whether an answer broke the interface. */
export function isContractError(error: unknown): error is ContractError {
  return isAlphadeltaError(error) && error.name === "ContractError";
}

/** Tells whether a call was refused because the chain does not have it. */
export function isWrongChainError(error: unknown): error is WrongChainError {
  return isAlphadeltaError(error) && error.name === "WrongChainError";
}

/** Tells whether a submission's answer was lost, so that it may have been accepted or not. */
export function isAmbiguousSubmissionError(error: unknown): error is AmbiguousSubmissionError {
  return isAlphadeltaError(error) && error.name === "AmbiguousSubmissionError";
}

/** Tells whether a wait for a receipt ended without one. */
export function isNoReceiptError(error: unknown): error is NoReceiptError {
  return isAlphadeltaError(error) && error.name === "NoReceiptError";
}

/** Tells whether a call was not sent because the allowance is spent. */
export function isQuotaExhaustedError(error: unknown): error is QuotaExhaustedError {
  return isAlphadeltaError(error) && error.name === "QuotaExhaustedError";
}

/** Tells whether calls of a batch failed. */
export function isBatchError(error: unknown): error is BatchError {
  return isAlphadeltaError(error) && error.name === "BatchError";
}
