/**
 * JSON-RPC: calls by method name with positional parameters and decoded results.
 *
 * @module
 */
export * from "../generated/client/method_calls.gen.ts";
export type {
  MethodName,
  Methods,
  SimplifiedCalls,
  SimplifiedName,
} from "../generated/client/methods.gen.ts";
export type {
  Batch,
  BatchEntry,
  BatchLimits,
  BatchOptions,
  BatchResults,
  BatchValues,
} from "./batch.ts";
export * from "./create_rpc.ts";
