import { isAlphadeltaError } from "./alphadelta_error.ts";
import type { AmbiguousSubmissionError, NoReceiptError } from "./submission_errors.ts";
import type { BatchError } from "./batch_error.ts";
import type {
  ContractError,
  QuotaExhaustedError,
  RestError,
  RpcError,
  TransportError,
  WrongChainError,
} from "./call_errors.ts";

/**
 * Returns true for the rejection of a REST operation that the service responded to with an error.
 *
 * @example
 * ```ts
 * import { createClient, isRestError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * try {
 *   await delta.getBlock(999_999_999);
 * } catch (error) {
 *   if (!isRestError(error)) throw error;
 *   console.log(error.code, error.status, error.requestId);
 * }
 * ```
 */
export function isRestError(error: unknown): error is RestError {
  return isAlphadeltaError(error) && error.name === "RestError";
}

/**
 * Returns true for the rejection of a JSON-RPC call that the service responded to with an error.
 *
 * @example
 * ```ts
 * import { createClient, isRpcError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * try {
 *   await delta.rpc.account_getNonce("dx1…");
 * } catch (error) {
 *   if (!isRpcError(error)) throw error;
 *   console.log(error.code, error.message);
 * }
 * ```
 */
export function isRpcError(error: unknown): error is RpcError {
  return isAlphadeltaError(error) && error.name === "RpcError";
}

/**
 * Returns true for the rejection of a call that got no usable response.
 *
 * @example
 * ```ts
 * import { createClient, isTransportError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:1" });
 * try {
 *   await delta.getChainInfo({ retries: 0 });
 * } catch (error) {
 *   if (!isTransportError(error)) throw error;
 *   console.log(error.kind, error.retryable); // network true
 * }
 * ```
 */
export function isTransportError(error: unknown): error is TransportError {
  return isAlphadeltaError(error) && error.name === "TransportError";
}

/**
 * Returns true for the rejection of a call whose response violates the interface.
 *
 * @example
 * ```ts
 * import { createClient, isContractError } from "alphadelta";
 *
 * const fetch = () => Promise.resolve(Response.json({ success: true, data: {}, meta: {} }));
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645", fetch });
 * try {
 *   await delta.getChainInfo();
 * } catch (error) {
 *   if (!isContractError(error)) throw error;
 *   console.log(error.issues[0]);
 * }
 * ```
 */
export function isContractError(error: unknown): error is ContractError {
  return isAlphadeltaError(error) && error.name === "ContractError";
}

/**
 * Returns true for the rejection of a call that the chain does not have.
 *
 * @example
 * ```ts
 * import { createClient, isWrongChainError } from "alphadelta";
 *
 * const alpha = createClient("alpha", { endpoints: "http://127.0.0.1:8645" });
 * try {
 *   // @ts-expect-error The types say that alpha has no validators.
 *   await alpha.listValidators();
 * } catch (error) {
 *   if (!isWrongChainError(error)) throw error;
 *   console.log(error.message);
 * }
 * ```
 */
export function isWrongChainError(error: unknown): error is WrongChainError {
  return isAlphadeltaError(error) && error.name === "WrongChainError";
}

/**
 * Returns true for a submission without a conclusive response, which may or may not have been accepted.
 *
 * @example
 * ```ts
 * import { createClient, isAmbiguousSubmissionError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:1" });
 * try {
 *   await delta.sendRawTransaction("0x00");
 * } catch (error) {
 *   if (!isAmbiguousSubmissionError(error)) throw error;
 *   console.log((await error.reconcile()).outcome); // unknown: nothing answers there
 * }
 * ```
 */
export function isAmbiguousSubmissionError(error: unknown): error is AmbiguousSubmissionError {
  return isAlphadeltaError(error) && error.name === "AmbiguousSubmissionError";
}

/**
 * Returns true for a wait for a receipt that ended without one.
 *
 * @example
 * ```ts
 * import { createClient, isNoReceiptError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * try {
 *   await delta.waitForReceipt(`0x${"00".repeat(32)}`, { timeout: 500 });
 * } catch (error) {
 *   if (!isNoReceiptError(error)) throw error;
 *   console.log(error.reason, error.evidence);
 * }
 * ```
 */
export function isNoReceiptError(error: unknown): error is NoReceiptError {
  return isAlphadeltaError(error) && error.name === "NoReceiptError";
}

/**
 * Returns true for a call that was not sent because its rate limit or quota is exhausted.
 *
 * @example
 * ```ts
 * import { createClient, isQuotaExhaustedError } from "alphadelta";
 *
 * const tier = { requestsPerSecond: 10, requestsPerDay: 1 };
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645", tier });
 * try {
 *   await delta.getBlock(1);
 *   await delta.getBlock(2);
 * } catch (error) {
 *   if (!isQuotaExhaustedError(error)) throw error;
 *   console.log(error.resetsAt);
 * }
 * ```
 */
export function isQuotaExhaustedError(error: unknown): error is QuotaExhaustedError {
  return isAlphadeltaError(error) && error.name === "QuotaExhaustedError";
}

/**
 * Returns true for the rejection of a batch of which some calls failed.
 *
 * @example
 * ```ts
 * import { createClient, isBatchError } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * try {
 *   await delta.rpc.batch([["chain_getInfo"], ["account_getNonce", "dx1…"]]);
 * } catch (error) {
 *   if (!isBatchError(error)) throw error;
 *   console.log(error.results.map(({ ok }) => ok));
 * }
 * ```
 */
export function isBatchError(error: unknown): error is BatchError {
  return isAlphadeltaError(error) && error.name === "BatchError";
}
