/**
 * A typed client of the two-chain data service: `createClient`, the errors it rejects with, and plain values.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * console.log(await delta.getChainInfo());
 * ```
 *
 * @module
 */
export type { Chain, Endpoints, Network, Segment } from "./chains/mod.ts";
export {
  type Client,
  type ClientBase,
  type ClientOptions,
  createClient,
  type MethodFunctions,
  type OperationFunctions,
  type OperationOptions,
  type OperationResult,
  type SimplifiedFunctions,
  type SubmissionFunctions,
} from "./client/mod.ts";
export {
  AlphadeltaError,
  AmbiguousSubmissionError,
  type BatchCallError,
  BatchError,
  type BatchResult,
  ContractError,
  type ErrorJson,
  type Evidence,
  isAlphadeltaError,
  NoReceiptError,
  QuotaExhaustedError,
  type Reconciliation,
  RestError,
  RpcError,
  type SubmittedTransaction,
  TransportError,
  WrongChainError,
} from "./errors/mod.ts";
export { type ListOptions, type Page, PagedList, type PageInfo } from "./pagination/mod.ts";
// The types of the specs' schemas, so that inferred results have names; of those that stand in both, ours.
export type * from "./generated/client/schema_types.gen.ts";
export type { Address, Amount, Hex } from "./units/mod.ts";
