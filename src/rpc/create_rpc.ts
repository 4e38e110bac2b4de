import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import {
  METHOD_CALLS,
  type MethodName,
  type Methods,
  SIMPLIFIED_CALLS,
  type SimplifiedCalls,
  type SimplifiedName,
} from "../generated/client/methods.gen.ts";
import {
  type CallOptions,
  type CallPromise,
  callPromise,
  checkName,
  type Transport,
} from "../transport/mod.ts";
import { AutoBatcher } from "./_auto_batcher.ts";
import { BatchSender } from "./_batch_sender.ts";
import { createBatch } from "./_create_batch.ts";
import type { Batch } from "./batch.ts";
import { type BatchLimits, readBatchLimits } from "./batch_limits.ts";
import { isSharing, type Outgoing, Wire } from "./_wire.ts";

/** The JSON-RPC interface of one segment: any method on any chain. */
export interface Rpc {
  /**
   * Calls a method by name.
   *
   * A submission by `tx_sendRawTransaction` does not tell a refusal from a lost answer: `sendRawTransaction` of
   * `alphadelta/submission` does.
   *
   * @throws {TypeError | RangeError} If the name or a parameter is wrong, or no endpoint is known; nothing is sent.
   * @throws {RpcError | TransportError | ContractError} If the service refuses, does not answer, or answers wrongly.
   */
  call<Name extends MethodName>(
    method: Name,
    params: Methods[Name]["params"],
    options?: CallOptions,
  ): CallPromise<Methods[Name]["result"]>;
  /** Sends several calls together. */
  readonly batch: Batch;
  /** Sends a simplified call: a body of method and params alone (specified by the interface). Errors as in `call`. */
  callSimplified<Name extends SimplifiedName>(
    method: Name,
    params: SimplifiedCalls[Name]["params"],
    options?: CallOptions,
  ): CallPromise<SimplifiedCalls[Name]["result"]>;
}

/**
 * Makes the JSON-RPC interface of one segment.
 *
 * @param batch Sends calls that are made at the same time in batches; an object bounds them.
 * @throws {TypeError | RangeError} If `batch` is wrong.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { createRpc } from "alphadelta/rpc";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rpc = createRpc("delta", endpoints, createTransport());
 * console.log((await rpc.call("chain_getInfo", [])).blockHeight);
 * ```
 */
export function createRpc(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Transport,
  batch: BatchLimits | boolean = false,
): Rpc {
  const wire = new Wire(segment, endpoints, transport);
  const limits = readBatchLimits(batch);
  const sender = new BatchSender(wire, transport, limits);
  const batcher = limits && new AutoBatcher(wire, transport, sender, limits.wait);

  function prepare(method: MethodName, values: readonly unknown[], start?: number): Outgoing {
    checkName("method", method, METHOD_CALLS);
    return wire.prepare(method, METHOD_CALLS[method], values, start);
  }
  return {
    call: (method, params, options) =>
      callPromise((onAnswer) => {
        const out = prepare(method, params);
        const { headers, onSend } = options ?? {};
        const isAlone = !batcher || !out.info.safe || headers !== undefined || onSend !== undefined;
        return isAlone || (isSharing(options) && sender.isCached(out))
          ? wire.post(out, options, onAnswer)
          : batcher.add(out, options, onAnswer);
      }),
    batch: createBatch(wire, sender, prepare),
    callSimplified: (method, params, options) =>
      callPromise((onAnswer) => {
        checkName("method", method, SIMPLIFIED_CALLS);
        const out = wire.prepare(method, SIMPLIFIED_CALLS[method], params);
        const request = { method, params: out.request.params };
        return wire.post({ ...out, request }, options, onAnswer);
      }),
  };
}
