import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { type ErrorContext, WrongChainError } from "../errors/mod.ts";
import type * as operationCalls from "../generated/client/operation_calls.gen.ts";
import {
  OPERATION_CALLS,
  type OperationId,
  type Operations,
} from "../generated/client/operations.gen.ts";
import { type Chain, SEGMENTS } from "../generated/segments.gen.ts";
import type { OperationCall } from "../parameters.ts";
import type { OperationInfo } from "../tables.ts";
import { type Answer, callPromise, contextOf, type TransportCall } from "../transport/internal.ts";
import { checkName } from "../validation/mod.ts";
import type { Caller, CallOptions, CallPromise, WithResponse } from "../transport/mod.ts";
import { operationCall, readArguments } from "./operation_call.ts";

/** The answer of an operation. */
interface RestAnswer<Data = unknown> extends WithResponse<Data> {
  /** The context of the call, with what the answer tells, for errors that are found later in the data. */
  readonly context: ErrorContext;
}

/** The REST interface of one segment: every operation, or those it was made with. */
export interface Rest<Known extends OperationId = OperationId> {
  /** Segment that it calls. */
  readonly segment: Segment;
  /**
   * The spec of an operation.
   *
   * @throws {TypeError | RangeError} If it is none of those it was made with.
   * @internal
   */
  infoOf(id: Known): OperationInfo<Chain>;
  /**
   * Calls an operation by its id: path parameters in the path's order, then the body or query, then options.
   *
   * @throws {TypeError | RangeError} If an argument is wrong; nothing is sent.
   * @throws {WrongChainError} If the chain does not have the operation; nothing is sent.
   * @throws {RestError | TransportError | ContractError} If the service refuses, does not answer, or answers wrongly.
   */
  call<Id extends Known>(
    id: Id,
    args: Operations[Id]["args"],
    options?: CallOptions,
  ): CallPromise<Operations[Id]["data"]>;
  /**
   * The same, with status and headers of the answer, and with what errors found later in the data say of the call.
   *
   * @param wanted As of a {@linkcode TransportCall}.
   * @internal
   */
  ask<Id extends Known>(
    id: Id,
    args: Operations[Id]["args"],
    options?: CallOptions,
    wanted?: Promise<void>,
  ): Promise<RestAnswer<Operations[Id]["data"]>>;
}

/**
 * Makes the REST interface of one segment.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { createRest } from "alphadelta/rest";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rest = createRest("delta", endpoints, createTransport());
 * console.log((await rest.call("getBlock", [7])).hash);
 * ```
 */
export function createRest(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Caller,
): Rest {
  return createRestOf(segment, endpoints, transport, OPERATION_CALLS);
}

/**
 * Makes the REST interface of one segment with a few operations alone, for programs that are to be small.
 *
 * @param calls The operations, each exported by this module under its id.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { createRestOf, getBlock } from "alphadelta/rest";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rest = createRestOf("delta", endpoints, createTransport(), { getBlock });
 * console.log((await rest.call("getBlock", [7])).hash);
 * ```
 */
export function createRestOf<Known extends OperationId>(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Caller,
  calls: Pick<typeof operationCalls, Known>,
): Rest<Known> {
  const host = new URL(endpoints.rest).origin;
  const { chain } = SEGMENTS[segment];

  function infoOf(id: Known): OperationInfo<Chain> {
    const { info } = (calls[id] as OperationCall | undefined) ?? {};
    if (!info) checkName("Cannot call: operation must be", id, calls);
    return calls[id].info;
  }

  function make(id: Known, args: readonly unknown[], wanted?: Promise<void>): TransportCall<never> {
    const { chains, safe } = infoOf(id);
    const call = calls[id];
    const context: ErrorContext = { segment, operation: id, safe };
    if (!chains.includes(chain)) throw new WrongChainError(chains, context);
    const input = readArguments(id, call, args, segment);
    return operationCall(call, input, endpoints, context, host, args, wanted) as never;
  }

  return {
    segment,
    infoOf,
    async ask(id, args, options, wanted) {
      const call = make(id, args, wanted);
      const data = await transport.call(call, options);
      const response = call.answer as Answer;
      return { data, response, context: contextOf(response, call.context) };
    },
    call: (id, args, options) => callPromise(() => make(id, args), transport, options),
  };
}
