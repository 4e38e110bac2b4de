/**
 * Errors that calls reject with, all with one base class, and a type guard for them.
 *
 * Invalid arguments throw the built-in `TypeError` or `RangeError`; an aborted call rejects with the signal's reason.
 *
 * @module
 */
export { AlphadeltaError, type ErrorContext, type ErrorJson } from "./alphadelta_error.ts";
export * from "./batch_error.ts";
export * from "./call_errors.ts";
export * from "./guards.ts";
export * from "./submission_errors.ts";
export type { RpcReceipt } from "../generated/types.gen.ts";
export {
  REST_ERRORS,
  RPC_ERRORS,
  type RestErrorCode,
  type RpcErrorCode,
} from "../generated/errors.gen.ts";
export type { ContractIssue } from "../validation/mod.ts";
