/**
 * Errors that calls reject with, all with one base class, and type guards for them.
 *
 * Invalid arguments throw the built-in `TypeError` or `RangeError`; an aborted call rejects with the signal's reason.
 *
 * @module
 */
export * from "./alphadelta_error.ts";
export * from "./ambiguous_submission_error.ts";
export * from "./batch_error.ts";
export * from "./contract_error.ts";
export * from "./evidence.ts";
export * from "./guards.ts";
export * from "./is_transient_status.ts";
export * from "./no_receipt_error.ts";
export * from "./quota_exhausted_error.ts";
export * from "./rest_error.ts";
export * from "./rpc_error.ts";
export * from "./transport_error.ts";
export * from "./wrong_chain_error.ts";
export type { RpcReceipt } from "../generated/types.gen.ts";
export {
  REST_ERRORS,
  RPC_ERRORS,
  type RestErrorCode,
  type RpcErrorCode,
  type RpcErrorName,
} from "../generated/errors.gen.ts";
