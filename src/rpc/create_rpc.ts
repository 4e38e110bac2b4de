import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import {
  type BatchCallError,
  BatchError,
  type BatchResult,
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
import { SEGMENTS } from "../generated/segments.gen.ts";
import { notify } from "../notify.ts";
import { callPromise, checkCallOptions, type Lane, throwIfAborted } from "../transport/internal.ts";
import type { Caller, CallOptions, CallPromise, Progress, Transport } from "../transport/mod.ts";
import {
  BOOLEAN,
  checkName,
  checkValues,
  FUNCTION,
  type MethodCall,
  reasonOf,
  valueError,
} from "../validation/mod.ts";
import { Lanes } from "./_lanes.ts";
import { type Batch, type BatchLimits, type BatchOptions, readBatchLimits } from "./batch.ts";
import { encodeParameters, type PlacedMethod, placeMethod, type RpcCall, rpcCall } from "./wire.ts";

const METHOD_MUST_BE = "Cannot call: method must be";

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
  const prepare = callMaker(segment, endpoints);
  const limits = readBatchLimits(batch);
  const lanes = new Lanes(transport, limits);
  const gathered = limits && lanes.open(limits.wait);
  return {
    call: (method, params, options) =>
      callPromise(
        () => {
          checkName(METHOD_MUST_BE, method, METHOD_CALLS);
          const call = METHOD_CALLS[method];
          const { headers, onSend } = options ?? {};
          const isAlone = !call.info.safe || headers !== undefined || onSend !== undefined;
          return prepare(method, call, params, 0, isAlone ? undefined : gathered, onSend);
        },
        transport,
        options,
      ),
    batch: createBatch(
      segment,
      transport,
      (entry, lane) => {
        const [method] = entry as [MethodName];
        checkName(METHOD_MUST_BE, method, METHOD_CALLS);
        return prepare(method, METHOD_CALLS[method], entry, 1, lane);
      },
      () => lanes.open(),
    ),
    callSimplified: (method, params, options) =>
      callPromise(
        () => {
          checkName(METHOD_MUST_BE, method, SIMPLIFIED_CALLS);
          const call = SIMPLIFIED_CALLS[method];
          return prepare(method, call, params, 0, undefined, options?.onSend, true);
        },
        transport,
        options,
      ),
  };
}

/** Makes the function that checks a call and gives it an id. A batch need not copy its entries: their values begin at `start`. */
function callMaker(segment: Segment, { rest, rpc: url }: ResolvedEndpoints) {
  const place = url === undefined ? url : { segment, url, host: new URL(rest).origin };
  const { chain } = SEGMENTS[segment];
  const placed = new Map<MethodCall, PlacedMethod>();
  let lastId = 0;
  return (
    method: string,
    call: MethodCall,
    values: readonly unknown[],
    start = 0,
    lane?: Lane,
    onSend?: () => void,
    isSimplified = false,
  ): RpcCall => {
    const own = call.info.chains.includes(chain) ? segment : undefined;
    const args = encodeParameters(method, call, values, start, own);
    if (!place) {
      throw new TypeError("Cannot call JSON-RPC: no endpoint is configured, pass endpoints.rpcUrl");
    }
    let known = placed.get(call);
    if (!known) placed.set(call, (known = placeMethod(method, call, place, isSimplified)));
    return rpcCall(known, args, ++lastId, lane, onSend);
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
  calls: Pick<typeof methodCalls, Known>,
): RpcOf<Known> {
  const prepare = callMaker(segment, endpoints);
  return {
    call: (method, params, options) =>
      callPromise(
        () => {
          checkName(METHOD_MUST_BE, method, calls);
          return prepare(method, calls[method], params, 0, undefined, options?.onSend);
        },
        transport,
        options,
      ),
  };
}

const ACTION = "Cannot send a batch";

/** Makes the function that sends a batch, in a lane of its own. */
function createBatch(
  segment: Segment,
  transport: Transport,
  prepare: (entry: readonly unknown[], lane: Lane) => RpcCall,
  openLane: () => Lane,
): Batch {
  async function batch(entries: readonly unknown[], options?: BatchOptions): Promise<unknown> {
    if (options) checkCallOptions("batch", options, ["settle", "onProgress"]);
    const { settle = false, onProgress, ...callOptions } = options ?? {};
    checkValues(ACTION, { settle, onProgress }, { settle: BOOLEAN, onProgress: FUNCTION });
    const lane = openLane();
    const calls = readEntries(entries, (entry) => prepare(entry, lane));
    const onEnd = onProgress && progressReporter(calls, onProgress);
    const outcomes = await transport.callAll(calls, options && callOptions, onEnd);
    const hasFailed = outcomes.some(({ isError }) => isError);
    if (!hasFailed && !settle) return outcomes.map(({ value }) => value);
    if (hasFailed) throwIfAborted(callOptions.signal);
    const results = outcomes.map(({ isError, error, value }, index): BatchResult =>
      isError
        ? { ok: false, error: callError(error, calls[index] as RpcCall) }
        : { ok: true, value },
    );
    if (settle) return results;
    throw new BatchError(results, { segment, operation: "batch" });
  }
  return batch as Batch;
}

/** Reports progress once for all calls that end in one turn, such as those of a request. Duplicate calls count once. */
function progressReporter(
  calls: readonly RpcCall[],
  onProgress: (progress: Progress) => void,
): (index: number) => void {
  const first = new Map(
    calls.map((call, index) => [`${call.scope} ${call.key}`, index] as const).toReversed(),
  );
  const counted = new Set(first.values());
  const total = counted.size;
  let [done, requests, reported] = [0, 0, 0];
  const report = (): void => {
    if (reported === done) return;
    reported = done;
    requests += 1;
    notify(() => onProgress({ done, total, requests }));
  };
  return (index) => {
    if (!counted.has(index)) return;
    done += 1;
    queueMicrotask(report);
  };
}

/** The error of a call. An error from a function of the program, such as the one for the key, becomes the cause. */
function callError(error: unknown, { context }: RpcCall): BatchCallError {
  if (isAlphadeltaError(error)) return error as BatchCallError;
  const message = `Cannot call ${context.operation}: ${reasonOf(error)}`;
  const unsent = { ...context, attempts: 0, retryable: false, cause: error };
  return new TransportError("network", message, unsent);
}

function readEntries(
  entries: unknown,
  prepare: (entry: readonly unknown[]) => RpcCall,
): readonly RpcCall[] {
  if (!Array.isArray(entries)) throw valueError(`${ACTION}: expected an array`, entries, false);
  return entries.map((entry: unknown, index) => {
    if (!Array.isArray(entry)) {
      const message = `${ACTION}: expected entry ${index} to be an array of method and parameters`;
      throw valueError(message, entry, false);
    }
    const call = prepare(entry);
    if (call.safe) return call;
    const { operation } = call.context;
    throw new TypeError(`${ACTION}: ${operation} cannot be part of one, call it by itself`);
  });
}
