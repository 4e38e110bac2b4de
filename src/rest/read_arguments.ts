import type { Segment } from "../chains/mod.ts";
import type { OperationCall } from "../parameters.ts";
import type { OperationInfo } from "../tables.ts";
import {
  encodeArguments,
  checkNames,
  isObject,
  type Validator,
  valueFault,
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
  const given = body && args[count];
  if (body) count += 1;
  return { path, body: given, named: args[count], count: hasNamed ? count + 1 : count };
}

/**
 * Reads and validates the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed, or an address of another chain than the segment's.
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
  const given = cutArguments(info, args);
  const { query, header } = namedValues(id, info, given.named);
  return {
    path: encode(validators.path, given.path),
    query: encode(validators.query, query),
    headers: encode(validators.headers, header),
    body: bodyOf(id, call, given.body),
  };
}

/** The values in `named`, by where they go. */
function namedValues(
  id: string,
  { parameters }: OperationInfo,
  named: unknown,
): Readonly<Record<"query" | "header", Values>> {
  if (named === undefined) return NOTHING_NAMED;
  const values = { query: {} as Record<string, unknown>, header: {} as Record<string, unknown> };
  const known = parameters.filter((info) => info.in !== "path");
  const names = known.map((info) => info.name);
  if (!isObject(named)) {
    const message = `Cannot call ${id}: expected an object with any of ${names.join(", ")}`;
    throw valueFault(message, named, false);
  }
  checkNames(`Cannot call ${id}`, named, names);
  // In the order of the specs, so that calls with the same values have the same URL.
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
