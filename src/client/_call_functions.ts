import type { ChainSelection } from "../chains/mod.ts";
import { WrongChainError } from "../errors/mod.ts";
import { METHOD_CALLS } from "../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../generated/client/operations.gen.ts";
import { type ListId, openList, PagedList } from "../pagination/mod.ts";
import { cutArguments } from "../rest/internal.ts";
import type { OperationId, Rest } from "../rest/mod.ts";
import type { MethodCall } from "../validation/mod.ts";
import type { MethodName, Rpc } from "../rpc/mod.ts";
import { callPromise } from "../transport/internal.ts";
import type { CallOptions, CallPromise } from "../transport/mod.ts";
import { isObject } from "../validation/mod.ts";

/** A function made of a row of a table. */
export type CallFunction = (...args: unknown[]) => unknown;

/** The function of a REST operation: its arguments, then options. */
export function operationFunction(rest: Rest, id: OperationId): CallFunction {
  const { info } = OPERATION_CALLS[id];
  const { count } = cutArguments(info, []);
  function optionsOf(args: readonly unknown[]): CallOptions | undefined {
    const options = args[count];
    const isOptions = options === undefined || (typeof options === "object" && options !== null);
    if (isOptions && args.length <= count + 1) return options;
    throw new TypeError(
      `Cannot call ${id}: expected at most ${count} arguments, then an object of options`,
    );
  }
  if (info.items !== undefined) {
    return (...args) =>
      new PagedList(() =>
        openList(rest, id as ListId, args.slice(0, count) as never, optionsOf(args)),
      );
  }
  return (...args) => {
    try {
      const options = optionsOf(args);
      return rest.call(id, (args.length > count ? args.slice(0, count) : args) as never, options);
    } catch (error) {
      return rejected(error);
    }
  };
}

/** The promise of a call that is not made. */
function rejected(error: unknown): CallPromise<never> {
  return callPromise<never>(() => {
    throw error;
  });
}

/** The function that sends a batch; `checkOpen` throws where the client is closed. Values that are no entries are refused further down. */
export function batchFunction(
  rpc: Rpc,
  { chain, segment }: ChainSelection,
  checkOpen: () => void,
): CallFunction {
  return async (entries, options) => {
    checkOpen();
    let before: unknown;
    for (const entry of Array.isArray(entries) ? entries : []) {
      const name: unknown = Array.isArray(entry) ? entry[0] : undefined;
      if (name === before) continue;
      before = name;
      if (typeof name !== "string" || !Object.hasOwn(METHOD_CALLS, name)) continue;
      const { chains } = METHOD_CALLS[name as MethodName].info;
      if (!chains.includes(chain)) throw new WrongChainError(chains, { operation: name, segment });
    }
    return rpc.batch(entries as never, options as never);
  };
}

/**
 * A function for each row of a table. No positional parameter is an object, so an object at the end is the call's options;
 * so is undefined.
 */
export function methodFunctions<Name extends string>(
  table: Readonly<Record<Name, MethodCall>>,
  { chain, segment }: ChainSelection,
  call: (name: Name, params: readonly unknown[], options?: CallOptions) => unknown,
): Record<Name, CallFunction> {
  return mapKeys(table, (name) => {
    const { chains } = table[name].info;
    if (!chains.includes(chain)) {
      return () => rejected(new WrongChainError(chains, { operation: name, segment }));
    }
    return (...args) => {
      const last = args.at(-1);
      if (last !== undefined && !isObject(last)) return call(name, args);
      return call(name, args.slice(0, -1), last);
    };
  });
}

/** A function for each key of a table. */
export function mapKeys<Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  make: (key: Key) => CallFunction,
): Record<Key, CallFunction> {
  const entries = (Object.keys(table) as Key[]).map((key) => [key, make(key)]);
  return Object.fromEntries(entries) as Record<Key, CallFunction>;
}
