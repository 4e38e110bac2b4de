/**
 * Sends requests: one core under REST and JSON-RPC, a file for each stage of a call.
 *
 * @module
 */
export type { Answer, ResponseInfo } from "./answer.ts";
export type { ApiKey } from "./api_key.ts";
export type { PlatformFetch } from "./attempt.ts";
export type { CacheOptions } from "./cache.ts";
export type { CallPromise, WithResponse } from "./call_promise.ts";
export type { Clock } from "./clock.ts";
export { type CallerOptions, createCaller } from "./create_caller.ts";
export { createTransport, type Transport, type TransportOptions } from "./create_transport.ts";
export type {
  AttemptEvent,
  CallEvent,
  Hooks,
  Progress,
  QueueEvent,
  ResponseEvent,
  RetryEvent,
} from "./hooks.ts";
export type { Budget, BudgetQuota, QuotaState, QuotaStore } from "./rate_limit/quota_store.ts";
export type { Caller, CallOptions, CallPolicy, Priority, TransportCall } from "./transport_call.ts";
export type { AnswerWatcher, WatchedAnswer } from "./watch_answers.ts";
export type { HeightInfo, TierLimits } from "../tables.ts";
export { type Tier as KnownTier, TIERS } from "../generated/tiers.gen.ts";
