import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import {
  type BatchCallError,
  BatchError,
  type BatchResult,
  type ErrorContext,
  isAlphadeltaError,
  TransportError,
} from "../errors/mod.ts";
import type * as methodCalls from "../generated/client/method_calls.gen.ts";
import {
  METHOD_CALLS,
  type MethodName,
  type Methods,
  SIMPLIFIED_CALLS,
  type SimplifiedCalls,
  type SimplifiedName,
} from "../generated/client/methods.gen.ts";
import { callPromise, checkCallOptions } from "../transport/internal.ts";
import {
  BOOLEAN,
  checkName,
  checkValues,
  FUNCTION,
  reasonOf,
  valueFault,
} from "../validation/mod.ts";
import type { Caller, CallOptions, CallPromise, Transport } from "../transport/mod.ts";
import { AutoBatcher } from "./_auto_batcher.ts";
import { BatchSender } from "./_batch_sender.ts";
import { type Outgoing, Wire } from "./wire.ts";
import { type Batch, type BatchLimits, type BatchOptions, readBatchLimits } from "./batch.ts";

const METHOD = "Cannot call: method must be";

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
 * import { resolveEndpoints } from "alphadelta";
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
    checkName(METHOD, method, METHOD_CALLS);
    return wire.prepare(method, METHOD_CALLS[method], values, { start });
  }
  return {
    call: (method, params, options) =>
      callPromise((onAnswer) => {
        const out = prepare(method, params);
        const { headers, onSend } = options ?? {};
        const isAlone = !batcher || !out.info.safe || headers !== undefined || onSend !== undefined;
        return isAlone || transport.gatherer.isCached(out, options)
          ? wire.post(out, options, onAnswer)
          : batcher.add(out, options, onAnswer);
      }),
    batch: createBatch(wire, sender, prepare),
    callSimplified: (method, params, options) =>
      callPromise((onAnswer) => {
        checkName(METHOD, method, SIMPLIFIED_CALLS);
        const out = wire.prepare(method, SIMPLIFIED_CALLS[method], params, { isSimplified: true });
        return wire.post(out, options, onAnswer);
      }),
  };
}

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
 * import { resolveEndpoints } from "alphadelta";
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
  calls: Pick<typeof methodCalls, Known>,
): RpcOf<Known> {
  const wire = new Wire(segment, endpoints, transport);
  return {
    call: (method, params, options) =>
      callPromise((onAnswer) => {
        checkName(METHOD, method, calls);
        return wire.post(wire.prepare(method, calls[method], params), options, onAnswer);
      }),
  };
}

const ACTION = "Cannot send a batch";

/** Checks a call, whose parameters begin at a place of `values`, and gives it an id. */
type Prepare = (method: MethodName, values: readonly unknown[], start: number) => Outgoing;

/** Makes the function that sends a batch. */
function createBatch(wire: Wire, sender: BatchSender, prepare: Prepare): Batch {
  async function batch(entries: readonly unknown[], options?: BatchOptions): Promise<unknown> {
    if (options) checkCallOptions("batch", options, ["settle", "onProgress"]);
    const { settle = false, onProgress, ...given } = options ?? {};
    const call = options && given;
    checkValues(ACTION, { settle, onProgress }, { settle: BOOLEAN, onProgress: FUNCTION });
    const calls = readEntries(entries, prepare);
    // It throws where no endpoint is known, before any call counts as failed.
    void wire.url;
    const sent = await sender.send(calls, call, onProgress);
    const values: unknown[] = [];
    for (const result of sent) if (result.ok) values.push(result.value);
    if (!settle && values.length === sent.length) return values;
    const results = sent.map((result, index): BatchResult => {
      if (result.ok) return { ok: true, value: result.value };
      const context = { segment: wire.segment, operation: calls[index]?.method };
      return { ok: false, error: callError(result.error, context) };
    });
    if (settle) return results;
    throw new BatchError(results, { segment: wire.segment, operation: "batch" });
  }
  return batch as Batch;
}

/** The error of a call; what a function of the program threw, such as that of the key, is its cause. */
function callError(error: unknown, context: ErrorContext): BatchCallError {
  if (isAlphadeltaError(error)) return error as BatchCallError;
  const message = `Cannot call ${context.operation}: ${reasonOf(error)}`;
  const unsent = { ...context, attempts: 0, retryable: false, cause: error };
  return new TransportError("network", message, unsent);
}

function readEntries(entries: unknown, prepare: Prepare): readonly Outgoing[] {
  if (!Array.isArray(entries)) throw valueFault(`${ACTION}: expected an array`, entries, false);
  return entries.map((entry: unknown, index) => {
    if (!Array.isArray(entry)) {
      const message = `${ACTION}: expected entry ${index} to be an array of method and parameters`;
      throw valueFault(message, entry, false);
    }
    const call = prepare(entry[0] as MethodName, entry, 1);
    if (call.info.safe) return call;
    throw new TypeError(`${ACTION}: ${call.method} cannot be part of one, call it by itself`);
  });
}
