/**
 * What sends requests: one fetch-shaped core under REST and JSON-RPC.
 *
 * @module
 */
export * from "./allowance_store.ts";
export * from "./answer.ts";
export { type ApiKey } from "./api_key.ts";
export * from "./budget.ts";
export type * from "./cache_options.ts";
export * from "./call_options.ts";
export * from "./call_promise.ts";
export type * from "./caller.ts";
export * from "./check_name.ts";
export * from "./clock.ts";
export { type CallerOptions, createCaller } from "./create_caller.ts";
export * from "./create_fetch.ts";
export * from "./create_transport.ts";
export * from "./decode_answer.ts";
export type * from "./hooks.ts";
export * from "./merge_headers.ts";
export * from "./notify.ts";
export * from "./parse_json.ts";
export * from "./platform_fetch.ts";
export type * from "./progress.ts";
export * from "./redact_error.ts";
export * from "./settlement_of.ts";
export {
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
export * from "./transport.ts";
export * from "./transport_call.ts";
export * from "./transport_options.ts";
export * from "./watch_answers.ts";
export type { HeightInfo, ParameterInfo } from "../generated/tables.gen.ts";
export { type Tier, type TierLimits, TIERS } from "../generated/tiers.gen.ts";
