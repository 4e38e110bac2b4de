/**
 * Sends requests: one core under REST and JSON-RPC, a file for each policy of a call.
 *
 * @module
 */
export { Answer, type AnsweredRequest, type ResponseInfo } from "./answer.ts";
export { type ApiKey } from "./api_key.ts";
export { type PlatformFetch } from "./attempt.ts";
export { type CacheCandidate, type CacheOptions, type Mutability, mutabilityOf } from "./cache.ts";
export * from "./call_options.ts";
export * from "./call_promise.ts";
export * from "./capture_caller.ts";
export * from "./clock.ts";
export { type CallerOptions, createCaller } from "./create_caller.ts";
export * from "./create_fetch.ts";
export * from "./create_transport.ts";
export type * from "./hooks.ts";
export * from "./merge_headers.ts";
export * from "./notify.ts";
export * from "./on_abort.ts";
export * from "./parse_json.ts";
export { type CallPolicy, PRIORITIES, type Priority } from "./policy.ts";
export type * from "./progress.ts";
export type * from "./rate_limit/budget.ts";
export type * from "./rate_limit/quota_store.ts";
export { redactError } from "./redact_error.ts";
export {
  checkName,
  type ContractIssue,
  decodeValue,
  describeIssue,
  encodeArguments,
  encodeValue,
  showValue,
  type Validator,
  valueFault,
  type Values,
} from "../validation/mod.ts";
export type * from "./transport.ts";
export { type TransportCall } from "./transport_call.ts";
export * from "./watch_answers.ts";
export type { HeightInfo, ParameterInfo } from "../generated/tables.gen.ts";
export { type Tier, type TierLimits, TIERS } from "../generated/tiers.gen.ts";
