import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { ContractError, type ErrorContext } from "../errors/mod.ts";
import {
  type MethodName,
  METHODS,
  type Methods,
  SIMPLIFIED_CALLS,
  type SimplifiedCalls,
  type SimplifiedName,
} from "../generated/client/methods.gen.ts";
import {
  METHOD_VALIDATORS,
  SIMPLIFIED_VALIDATORS,
} from "../generated/client/validator_tables.gen.ts";
import {
  type Answer,
  type CallOptions,
  type CallPromise,
  callPromise,
  contextOf,
  decodeAnswer,
  mergeHeaders,
  parseJson,
  settlementOf,
  showValue,
  type Transport,
  type WithResponse,
} from "../transport/mod.ts";
import { AutoBatcher } from "./_auto_batcher.ts";
import { BatchSender, type BatchWire } from "./_batch_sender.ts";
import { createBatch } from "./_create_batch.ts";
import type { Outgoing } from "./_outgoing.ts";
import type { Batch } from "./batch.ts";
import { type BatchLimits, readBatchLimits } from "./batch_limits.ts";
import { checkName } from "./check_name.ts";
import { checkParameters } from "./check_parameters.ts";
import { readReply } from "./read_reply.ts";
import { redact } from "./_redact.ts";

/** The JSON-RPC interface of one segment: any method on any chain. */
export interface Rpc {
  /**
   * Calls a method by name.
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
  /** Sends a simplified call: a body of method and params alone (given by the interface). Errors as in `call`. */
  callSimplified<Name extends SimplifiedName>(
    method: Name,
    params: SimplifiedCalls[Name]["params"],
    options?: CallOptions,
  ): CallPromise<SimplifiedCalls[Name]["result"]>;
}

const HEADERS = { "content-type": "application/json" };

/**
 * Makes the JSON-RPC interface of one segment.
 *
 * @param batch Whether calls that are made at the same time go out in batches, and in which.
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
  const host = new URL(endpoints.rest).origin;
  let lastId = 0;

  function post(out: Outgoing, options: CallOptions | undefined): Promise<WithResponse<never>> {
    const { method, params, info, body, key } = out;
    const context: ErrorContext = { segment, operation: method };
    return transport.call(
      {
        url: urlOf(endpoints),
        method: "POST",
        headers: mergeHeaders(HEADERS, options?.headers),
        body,
        context,
        safe: info.safe,
        onSend: options?.onSend,
        host,
        key: info.safe ? `${endpoints.rpc} ${key}` : undefined,
        read: (answer, isShared) =>
          info.safe
            ? readResult(out, answer, isShared, context)
            : readSecretly(out, answer, context),
        settles: ({ data }) => settlementOf(info.height, params, data),
      },
      options,
    );
  }
  function prepare(method: MethodName, params: readonly unknown[]): Outgoing {
    checkName(method, METHODS);
    const info = METHODS[method];
    const { result } = METHOD_VALIDATORS[method];
    checkParameters(method, info, METHOD_VALIDATORS[method], params);
    const id = ++lastId;
    const key = `"method":"${method}","params":${textOf(params)}`;
    const body = `{"jsonrpc":"2.0","id":${id},${key}}`;
    return { method, params, info, body, key, id, result };
  }
  const limits = readBatchLimits(batch);
  const wire: BatchWire = { segment, host, transport, post, url: () => urlOf(endpoints) };
  const sender = new BatchSender(wire, limits);
  const batcher = limits && new AutoBatcher(sender, limits);
  return {
    call: (method, params, options) =>
      callPromise(() => {
        const out = prepare(method, params);
        const isAlone = !batcher || !out.info.safe || options?.headers !== undefined;
        return isAlone ? post(out, options) : batcher.add(out, options);
      }),
    batch: createBatch(wire, sender, prepare),
    callSimplified: (method, params, options) =>
      callPromise(() => {
        checkName(method, SIMPLIFIED_CALLS);
        const info = SIMPLIFIED_CALLS[method];
        const { result } = SIMPLIFIED_VALIDATORS[method];
        checkParameters(method, info, SIMPLIFIED_VALIDATORS[method], params);
        const body = `{"method":"${method}","params":${textOf(params)}}`;
        return post({ method, params, info, body, key: body, id: undefined, result }, options);
      }),
  };
}

function urlOf({ rpc }: ResolvedEndpoints): string {
  if (rpc !== undefined) return rpc;
  throw new TypeError(
    "Cannot call JSON-RPC: no endpoint is known, pass endpoints.rpcUrl or an origin",
  );
}

/** The answer to an equal call of another caller carries that one's id, and it was checked there. */
function readResult(
  out: Outgoing,
  answer: Answer,
  isShared: boolean,
  context: ErrorContext,
): WithResponse<never> {
  const reply = readReply(parseJson(answer, context), answer, context);
  if (out.id !== undefined && !isShared && reply.id !== out.id) {
    const message = `expected ${out.id}, got ${showValue(reply.id)}`;
    throw new ContractError([{ path: "id", message }], contextOf(answer, context));
  }
  const data = decodeAnswer(out.result, reply.result, answer, context);
  return { data: data as never, response: answer };
}

/** What changes something may be a signed transaction, whose bytes stand in no error. */
function readSecretly(out: Outgoing, answer: Answer, context: ErrorContext): WithResponse<never> {
  try {
    return readResult(out, answer, false, context);
  } catch (error) {
    redact(error, out.body);
    throw error;
  }
}

/** Parameters left out at the end are not sent: the service's defaults hold. */
function textOf(params: readonly unknown[]): string {
  const last = params.findLastIndex((value) => value !== undefined);
  return JSON.stringify(last + 1 === params.length ? params : params.slice(0, last + 1));
}
