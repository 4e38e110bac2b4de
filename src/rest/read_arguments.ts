import type { OperationCall } from "../parameters/mod.ts";
import type { OperationInfo } from "../tables.ts";
import {
  encodeArguments,
  isObject,
  showValue,
  type Validator,
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

/**
 * Number of positional arguments of an operation: path parameters, then the body, then an object of all parameters in
 * the query and the headers.
 *
 * @example
 * ```ts
 * import { countArguments, getBlock, listBlockTransactions } from "alphadelta/rest";
 *
 * console.log(countArguments(getBlock.info), countArguments(listBlockTransactions.info)); // 1 2
 * ```
 */
export function countArguments({ parameters, body }: OperationInfo): number {
  const inPath = parameters.filter((info) => info.in === "path").length;
  return inPath + (body ? 1 : 0) + (parameters.length > inPath ? 1 : 0);
}

/**
 * Reads and validates the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed.
 */
export function readArguments(
  id: string,
  call: OperationCall,
  args: readonly unknown[],
): CallInput {
  const { info, validators } = call;
  const { parameters } = info;
  const encode = (validator: Validator | undefined, values: Values): Values =>
    validator ? encodeArguments(id, parameters, validator, values) : NONE;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const path: Record<string, unknown> = {};
  inPath.forEach(({ name }, index) => (path[name] = args[index]));
  const [body, named] = info.body ? args.slice(inPath.length) : [undefined, args[inPath.length]];
  const { query, header } = namedValues(id, info, named);
  return {
    path: encode(validators.path, path),
    query: encode(validators.query, query),
    headers: encode(validators.headers, header),
    body: bodyOf(id, call, body),
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
  const refuse = (got: string): never => {
    const names = known.map((info) => info.name).join(", ");
    throw new TypeError(`Cannot call ${id}: expected an object with any of ${names}, got ${got}`);
  };
  if (!isObject(named)) return refuse(showValue(named));
  const unknown = Object.keys(named).find((name) => !known.some((info) => info.name === name));
  if (unknown !== undefined) return refuse(unknown);
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
