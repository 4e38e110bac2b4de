/**
 * Sends requests: one core under REST and JSON-RPC, a file for each policy of a call.
 *
 * @module
 */
export type { ResponseInfo } from "./answer.ts";
export type { ApiKey } from "./api_key.ts";
export type { PlatformFetch } from "./attempt.ts";
export type { CacheOptions } from "./cache.ts";
export type { CallPromise, WithResponse } from "./call_promise.ts";
export type { Clock } from "./clock.ts";
export { type CallerOptions, createCaller } from "./create_caller.ts";
export { createTransport, type Transport, type TransportOptions } from "./create_transport.ts";
export type { Hooks, Progress } from "./hooks.ts";
export type { Budget, QuotaState, QuotaStore } from "./rate_limit/quota_store.ts";
export type { Caller, CallOptions, Priority } from "./transport_call.ts";
export type { AnswerWatcher, WatchedAnswer } from "./watch_answers.ts";
export type { TierLimits } from "../tables.ts";
export { TIERS } from "../generated/tiers.gen.ts";
