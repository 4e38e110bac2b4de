import { METHOD_CALLS } from "../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../generated/client/operations.gen.ts";
import type { MethodInfo, OperationInfo } from "../tables.ts";
import { type Mutability, mutabilityOf } from "../transport/internal.ts";
import { toJson } from "../units/mod.ts";
import type { QueryLike } from "./query_client.ts";

/** First element of every key. */
const PREFIX = "alphadelta";

/** Start of the keys of all queries of a segment. */
export function segmentKey(segment: string): readonly unknown[] {
  return [PREFIX, segment];
}

/** Key of a call, without trailing undefined arguments. TanStack Query writes keys as JSON, which has no `bigint`. */
export function callKey(
  segment: string,
  name: string,
  args: readonly unknown[],
): readonly unknown[] {
  const passed = args.slice(0, args.findLastIndex((argument) => argument !== undefined) + 1);
  return [PREFIX, segment, name, ...(JSON.parse(toJson(passed)) as unknown[])];
}

/** The row of a call in the specs; undefined if there is none. */
export function operationInfo(name: string): OperationInfo | undefined {
  return Object.hasOwn(OPERATION_CALLS, name)
    ? OPERATION_CALLS[name as keyof typeof OPERATION_CALLS].info
    : undefined;
}

/** The row of a JSON-RPC method in the specs; undefined if there is none. */
export function methodInfo(name: string): MethodInfo | undefined {
  return Object.hasOwn(METHOD_CALLS, name)
    ? METHOD_CALLS[name as keyof typeof METHOD_CALLS].info
    : undefined;
}

/** Names of all operations and methods. */
export function callNames(): string[] {
  return [...Object.keys(OPERATION_CALLS), ...Object.keys(METHOD_CALLS)];
}

/** Tells which events can change the data of a query. */
export function mutabilityOfQuery({
  queryKey,
  state,
}: Pick<QueryLike, "queryKey"> & { readonly state: { readonly data?: unknown } }): Mutability {
  const [, , name, ...args] = queryKey;
  const info = typeof name === "string" ? (operationInfo(name) ?? methodInfo(name)) : undefined;
  return mutabilityOf(info?.height, args, state.data);
}
