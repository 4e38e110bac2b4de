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
export {
  type Chain,
  type ChainOf,
  type ChainSelection,
  type Endpoints,
  type Network,
  type ResolvedEndpoints,
  SEGMENTS,
  type Segment,
  type SegmentInfo,
  endpointsAt,
  resolveEndpoints,
  selectChain,
} from "./chains/mod.ts";
export {
  type AllParams,
  type Client,
  type ClientBase,
  type ClientOptions,
  type MethodFunctions,
  type OperationFunctions,
  type OperationOptions,
  type OperationResult,
  type Prefixes,
  type SimplifiedFunctions,
  type SubmissionFunctions,
  type WithOptions,
  createClient,
} from "./client/mod.ts";
export {
  AlphadeltaError,
  AmbiguousSubmissionError,
  BatchError,
  type BatchResult,
  ContractError,
  ERROR_MARK,
  type ErrorContext,
  type Evidence,
  type EvidenceKind,
  NoReceiptError,
  type NoReceiptReason,
  QuotaExhaustedError,
  REST_ERRORS,
  RPC_ERRORS,
  type ReconcileOptions,
  type Reconciliation,
  RestError,
  type RestErrorCode,
  RpcError,
  type RpcErrorCode,
  type RpcErrorName,
  type RpcReceipt,
  type SubmissionOutcome,
  type SubmittedTransaction,
  TransportError,
  type TransportErrorKind,
  WrongChainError,
  isAlphadeltaError,
  isAmbiguousSubmissionError,
  isBatchError,
  isContractError,
  isLimitStatus,
  isNoReceiptError,
  isQuotaExhaustedError,
  isRestError,
  isRpcError,
  isTransportError,
  isWrongChainError,
} from "./errors/mod.ts";
export {
  type Drift,
  type FetchOptions,
  type ListId,
  type ListOptions,
  type ListSource,
  type ListStep,
  ListWalk,
  type OpenedList,
  type Page,
  type PageInfo,
  PagedList,
  openList,
} from "./pagination/mod.ts";
export {
  type Address,
  type AddressParts,
  type Amount,
  type Hex,
  type Undocumented,
  type UnixSeconds,
  type Wire,
  decodeAmount,
  encodeAmount,
  formatAddress,
  formatHex,
  formatUnits,
  fromUnixSeconds,
  isAddress,
  isHex,
  parseAddress,
  parseHex,
  parseUnits,
  toUnixSeconds,
} from "./units/mod.ts";
// After the names above, so that a schema of the same name does not replace one of them.
export type * from "./generated/client/schema_types.gen.ts";
