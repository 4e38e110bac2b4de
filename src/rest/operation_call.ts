import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { type ErrorContext, RestError } from "../errors/mod.ts";
import type { OperationCall } from "../parameters.ts";
import type { OperationInfo } from "../tables.ts";
import {
  type Answer,
  unexpectedAnswer,
  contextOf,
  contractError,
  decodeAnswer,
  JSON_HEADERS,
  parseAnswer,
  type TransportCall,
} from "../transport/internal.ts";
import {
  type ExpectedAnswer,
  checkNames,
  encodeArguments,
  isObject,
  type Validator,
  valueError,
  type Values,
} from "../validation/mod.ts";

/** The arguments of a call as they are sent, by where they go. */
export interface CallInput {
  readonly path: Values;
  readonly query: Values;
  readonly headers: Values;
  /** JSON; undefined where nothing is sent. */
  readonly body: string | undefined;
}

const NONE: Values = {};
const NOTHING_NAMED = { query: NONE, header: NONE };

/** The positional arguments of a call, told apart. */
interface CutArguments {
  /** Values of the path parameters by name, in the path's order. */
  readonly path: Values;
  readonly body: unknown;
  /** The object of all parameters in the query and the headers. */
  readonly named: unknown;
  /** Arguments that the operation has; behind them come options. */
  readonly count: number;
}

/**
 * Tells the positional arguments of an operation apart: path parameters, then the body, then an object of all parameters
 * in the query and the headers.
 */
export function cutArguments(
  { parameters, body }: OperationInfo,
  args: readonly unknown[],
): CutArguments {
  const path: Record<string, unknown> = {};
  let count = 0;
  for (const { name, in: place } of parameters) if (place === "path") path[name] = args[count++];
  const hasNamed = parameters.length > count;
  const bodyValue = body && args[count];
  if (body) count += 1;
  return { path, body: bodyValue, named: args[count], count: hasNamed ? count + 1 : count };
}

/**
 * Reads and validates the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If an argument is missing or not allowed, or an address belongs to another chain.
 */
export function readArguments(
  id: string,
  call: OperationCall,
  args: readonly unknown[],
  segment: Segment,
): CallInput {
  const { info, validators } = call;
  const { parameters } = info;
  const encode = (validator: Validator | undefined, values: Values): Values =>
    validator ? encodeArguments(id, parameters, validator, values, segment) : NONE;
  const { path, named, body } = cutArguments(info, args);
  const { query, header } = named === undefined ? NOTHING_NAMED : namedValues(id, info, named);
  return {
    path: encode(validators.path, path),
    query: encode(validators.query, query),
    headers: encode(validators.headers, header),
    body: bodyOf(id, call, body),
  };
}

/** Splits the named values into query and headers. */
function namedValues(
  id: string,
  { parameters }: OperationInfo,
  named: unknown,
): Readonly<Record<"query" | "header", Values>> {
  const values = { query: {} as Record<string, unknown>, header: {} as Record<string, unknown> };
  const known = parameters.filter((info) => info.in !== "path");
  const names = known.map((info) => info.name);
  if (!isObject(named)) {
    const message = `Cannot call ${id}: expected an object with any of ${names.join(", ")}`;
    throw valueError(message, named, false);
  }
  checkNames(`Cannot call ${id}`, named, names);
  // Follows the order of the specs, so that calls with the same values have the same URL.
  for (const { name, in: place } of known) {
    if (Object.hasOwn(named, name)) values[place as "query" | "header"][name] = named[name];
  }
  return values;
}

function bodyOf(
  id: string,
  { info, validators, serializers }: OperationCall,
  body: unknown,
): string | undefined {
  if (!validators.body || (body === undefined && info.body === "optional")) return undefined;
  return serializers.body?.(id, validators.body, body);
}

/** A call of an operation, as the transport sends it; its value is the decoded data. */
interface RestCall extends TransportCall, ExpectedAnswer {
  readonly marks: OperationInfo;
  /** Validator of the data; undefined for an operation without data. */
  readonly data: Validator | undefined;
  readonly path: Values;
  readonly query: Values;
}

/**
 * Makes a call of an operation.
 *
 * @param args The arguments of the caller, for the cache.
 * @param wanted As in a {@linkcode TransportCall}.
 */
export function operationCall(
  { info, serializers, validators }: OperationCall,
  { path, query, headers, body }: CallInput,
  endpoints: ResolvedEndpoints,
  context: ErrorContext,
  host: string,
  args: readonly unknown[],
  wanted?: Promise<void>,
): RestCall {
  const { parameters, safe } = info;
  const base = endpoints.servers[info.server] ?? endpoints.rest;
  const filled = serializers.path?.(info.path, path, parameters) ?? info.path;
  const url = base + filled + (serializers.query?.(query, parameters) ?? "");
  const isPlain = body === undefined && (headers === NONE || Object.keys(headers).length === 0);
  return {
    url,
    template: base + info.path,
    method: info.verb.toUpperCase(),
    headers: isPlain
      ? undefined
      : { ...(body !== undefined && JSON_HEADERS), ...serializers.headers?.(headers) },
    body,
    context,
    safe,
    host,
    key: safe && isPlain ? url : undefined,
    height: info.height,
    args,
    wanted,
    answer: undefined,
    marks: info,
    data: validators.data,
    path,
    query,
    read: readData,
    argument: argumentOf,
  };
}

/** One function shared by all calls, as is {@linkcode argumentOf}. */
function readData(this: RestCall, answer: Answer): unknown {
  const { context, data: validator, marks } = this;
  if (!validator && answer.ok) return undefined;
  const data = unwrapEnvelope(parseAnswer(answer, context), answer, context, marks);
  return validator && decodeAnswer(validator, data, answer, context, this);
}

function argumentOf(this: RestCall, name: string): unknown {
  return this.path[name] ?? this.query[name];
}

/**
 * Takes `data` out of the envelope that every REST answer has (specified by the interface), and passes its request id on to the answer.
 *
 * @param body What was parsed of the answer; the data itself where the interface does not show the answer, and it is no envelope.
 * @throws {RestError} If the service refused, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without the envelope, as from a proxy in between.
 * @throws {ContractError} If a success is no envelope.
 */
function unwrapEnvelope(
  body: unknown,
  answer: Answer,
  context: ErrorContext,
  { open }: OperationInfo,
): unknown {
  const envelope = isObject(body) ? body : {};
  const { meta } = envelope;
  if (isObject(meta) && typeof meta.requestId === "string") answer.requestId = meta.requestId;
  if (envelope.success === true && answer.ok && "data" in envelope) return envelope.data;
  if (envelope.success === false) throw refusal(envelope.error, answer, context);
  if (open === "answer" && answer.ok) return body;
  throw unexpectedAnswer(answer, context, "an envelope with success and data");
}

function refusal(error: unknown, answer: Answer, context: ErrorContext): Error {
  if (isObject(error) && typeof error.code === "string" && typeof error.message === "string") {
    return new RestError(error.code, error.message, contextOf(answer, context));
  }
  return contractError(answer, context, "expected an object with code and message", "error");
}
