/**
 * Sends requests: one core under REST and JSON-RPC, a file for each policy of a call.
 *
 * @module
 */
export {
  Answer,
  type AnsweredRequest,
  answerError,
  contextOf,
  contractError,
  decodeAnswer,
  parseJson,
  type ResponseInfo,
} from "./answer.ts";
export { type ApiKey, hideKey, type KeyPresenter, keyPresenter, type Outgoing } from "./api_key.ts";
export { type PlatformFetch } from "./attempt.ts";
export { type CacheCandidate, type CacheOptions, type Mutability, mutabilityOf } from "./cache.ts";
export * from "./call_promise.ts";
export { type Clock, SYSTEM_CLOCK } from "./clock.ts";
export { type CallerOptions, createCaller } from "./create_caller.ts";
export * from "./create_fetch.ts";
export * from "./create_transport.ts";
export {
  type AttemptEvent,
  type CallEvent,
  type Hooks,
  notify,
  type Progress,
  type QueueEvent,
  type ResponseEvent,
  type RetryEvent,
} from "./hooks.ts";
export * from "./on_abort.ts";
export * from "./pause.ts";
export type * from "./rate_limit/quota_store.ts";
export { redactError } from "./redact_error.ts";
export {
  type Asked,
  checkName,
  type ContractIssue,
  decodeValue,
  describeIssue,
  encodeArguments,
  encodeValue,
  showValue,
  type Validator as ValueValidator,
  valueFault,
  type Values,
} from "../validation/mod.ts";
export {
  type Caller,
  type CallOptions,
  type CallPolicy,
  checkCallOptions,
  mergeHeaders,
  PRIORITIES,
  type PlainHeaders,
  type Priority,
  type TransportCall,
} from "./transport_call.ts";
export * from "./watch_answers.ts";
export type { AnswerMarks, HeightInfo, ParameterInfo } from "../tables.ts";
export { type Tier as KnownTier, TIERS } from "../generated/tiers.gen.ts";
export type { TierLimits } from "../tables.ts";
