import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import type { MethodCall } from "../validation/mod.ts";
import type { MethodName, Methods } from "../generated/client/methods.gen.ts";
import {
  type Caller,
  type CallOptions,
  type CallPromise,
  callPromise,
  checkName,
} from "../transport/mod.ts";
import { Wire } from "./_wire.ts";

/** A few methods of one segment. */
export interface RpcOf<Known extends MethodName> {
  /** Calls a method by name; errors as in `Rpc`. */
  call<Name extends Known>(
    method: Name,
    params: Methods[Name]["params"],
    options?: CallOptions,
  ): CallPromise<Methods[Name]["result"]>;
}

/**
 * Makes the JSON-RPC interface of one segment with a few methods alone and without batches, for programs that are to be
 * small.
 *
 * @param calls The methods, each exported by this module under its name.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { chain_getInfo, createRpcOf } from "alphadelta/rpc";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rpc = createRpcOf("delta", endpoints, createTransport(), { chain_getInfo });
 * console.log((await rpc.call("chain_getInfo", [])).blockHeight);
 * ```
 */
export function createRpcOf<Known extends MethodName>(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Caller,
  calls: Readonly<Record<Known, MethodCall>>,
): RpcOf<Known> {
  const wire = new Wire(segment, endpoints, transport);
  return {
    call: (method, params, options) =>
      callPromise((onAnswer) => {
        checkName("method", method, calls);
        return wire.post(wire.prepare(method, calls[method], params), options, onAnswer);
      }),
  };
}
