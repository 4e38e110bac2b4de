import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { type ErrorContext, RestError, WrongChainError } from "../errors/mod.ts";
import type { OperationCall } from "../parameters.ts";
import type * as operationCalls from "../generated/client/operation_calls.gen.ts";
import {
  OPERATION_CALLS,
  type OperationId,
  type Operations,
} from "../generated/client/operations.gen.ts";
import { type Chain, SEGMENTS } from "../generated/segments.gen.ts";
import type { OperationInfo } from "../tables.ts";
import {
  type Answer,
  answerError,
  callPromise,
  contextOf,
  contractError,
  decodeAnswer,
  mergeHeaders,
  parseJson,
  type TransportCall,
} from "../transport/internal.ts";
import { checkName, isObject } from "../validation/mod.ts";
import type { Caller, CallOptions, CallPromise, WithResponse } from "../transport/mod.ts";
import { type CallInput, readArguments } from "./read_arguments.ts";

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
   * @internal
   */
  ask<Id extends Known>(
    id: Id,
    args: Operations[Id]["args"],
    options?: CallOptions,
  ): Promise<RestAnswer<Operations[Id]["data"]>>;
}

const BODY_HEADERS = /* @__PURE__ */ Object.freeze({ "content-type": "application/json" });

/**
 * Makes the REST interface of one segment.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta";
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
 * import { resolveEndpoints } from "alphadelta";
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
    checkName("Cannot call: operation must be", id, calls);
    return calls[id].info;
  }

  function send(
    id: Known,
    args: readonly unknown[],
    options: CallOptions | undefined,
    onAnswer: (answer: Answer, context: ErrorContext) => void,
  ): Promise<never> {
    const info = infoOf(id);
    const call = calls[id];
    const context: ErrorContext = { segment, operation: id, safe: info.safe };
    if (!info.chains.includes(chain)) throw new WrongChainError(info.chains, context);
    const input = readArguments(id, call, args, segment);
    const out = operationCall(call, input, endpoints, context, host);
    return transport.call(
      {
        ...out,
        headers: mergeHeaders(out.headers, options?.headers),
        read(answer) {
          const data = out.read(answer, false);
          onAnswer(answer, context);
          return data as never;
        },
        args,
      },
      options,
    );
  }

  return {
    segment,
    infoOf,
    async ask(id, args, options) {
      let told: Omit<RestAnswer, "data"> | undefined;
      const data = await send(id, args, options, (response, context) => {
        told = { response, context: contextOf(response, context) };
      });
      return { ...(told as unknown as RestAnswer), data };
    },
    call: (id, args, options) => callPromise((onAnswer) => send(id, args, options, onAnswer)),
  };
}

/** An operation as the transport sends it; its value is the decoded data. */
export function operationCall(
  call: OperationCall,
  input: CallInput,
  endpoints: ResolvedEndpoints,
  context: ErrorContext,
  host: string = new URL(endpoints.rest).origin,
): TransportCall<unknown> & { readonly headers: Readonly<Record<string, string>> } {
  const { info } = call;
  const url = urlOf(endpoints.servers[info.server] ?? endpoints.rest, call, input);
  return {
    url,
    method: info.verb.toUpperCase(),
    headers: headersOf(call, input),
    body: input.body,
    context,
    safe: info.safe,
    host,
    key: keyOf(url, info, input),
    read: (answer) => readData(call, input, answer, context),
    height: info.height,
  };
}

/** The one place that builds the URL of an operation. */
function urlOf(baseUrl: string, { info, serializers }: OperationCall, input: CallInput): string {
  const { path, parameters } = info;
  const filled = serializers.path?.(path, input.path, parameters) ?? path;
  return baseUrl + filled + (serializers.query?.(input.query, parameters) ?? "");
}

function headersOf(
  { serializers }: OperationCall,
  { headers, body }: CallInput,
): Readonly<Record<string, string>> {
  return { ...(body !== undefined && BODY_HEADERS), ...serializers.headers?.(headers) };
}

/** Equal for calls that ask for the same; undefined where a response may not be shared. */
function keyOf(url: string, { safe, verb }: OperationInfo, input: CallInput): string | undefined {
  const isShared = safe && input.body === undefined && Object.keys(input.headers).length === 0;
  return isShared ? `${verb} ${url}` : undefined;
}

function readData(
  { info, validators }: OperationCall,
  { path, query }: CallInput,
  answer: Answer,
  context: ErrorContext,
): unknown {
  if (!validators.data && answer.ok) return undefined;
  const data = unwrapEnvelope(parseJson(answer, context), answer, context);
  if (!validators.data) return undefined;
  const valueOf = (name: string): unknown => path[name] ?? query[name];
  return decodeAnswer(validators.data, data, answer, context, { marks: info, valueOf });
}

/**
 * Takes `data` out of the envelope that every REST answer has (specified by the interface), and passes its request id on to the answer.
 *
 * @param body What was parsed of the answer.
 * @throws {RestError} If the service refused, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without the envelope, as from a proxy in between.
 * @throws {ContractError} If a success is no envelope.
 */
function unwrapEnvelope(body: unknown, answer: Answer, context: ErrorContext): unknown {
  const envelope = isObject(body) ? body : {};
  const { meta } = envelope;
  if (isObject(meta) && typeof meta.requestId === "string") answer.requestId = meta.requestId;
  if (envelope.success === true && answer.ok && "data" in envelope) return envelope.data;
  throw envelope.success === false
    ? refusal(envelope.error, answer, context)
    : answerError(answer, context, "an envelope with success and data");
}

function refusal(error: unknown, answer: Answer, context: ErrorContext): Error {
  if (isObject(error) && typeof error.code === "string" && typeof error.message === "string") {
    return new RestError(error.code, error.message, contextOf(answer, context));
  }
  return contractError(answer, context, "expected an object with code and message", "error");
}
