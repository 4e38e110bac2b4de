import type { OperationCall } from "../generated/client/operation_calls.gen.ts";
import type { OperationInfo, ParameterInfo } from "../generated/tables.gen.ts";
import {
  encodeArguments,
  encodeValue,
  showValue,
  type Validator,
  type Values,
} from "../validation/mod.ts";

/** The arguments of a call as they are sent, by where they go. */
export interface CallInput {
  readonly path: Values;
  readonly query: Values;
  readonly body: unknown;
}

const NONE: Values = {};

/**
 * Number of positional arguments of an operation: path parameters, then the body or the query.
 *
 * @example
 * ```ts
 * import { countArguments, getBlock, listBlockTransactions } from "alphadelta/rest";
 *
 * console.log(countArguments(getBlock.info), countArguments(listBlockTransactions.info)); // 1 2
 * ```
 */
export function countArguments({ parameters, hasBody }: OperationInfo): number {
  const inPath = parameters.filter((info) => info.in === "path").length;
  return inPath + (hasBody ? 1 : 0) + (parameters.length > inPath ? 1 : 0);
}

/**
 * Reads and validates the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed.
 */
export function readArguments(
  id: string,
  { info, validators }: OperationCall,
  args: readonly unknown[],
): CallInput {
  const { parameters, hasBody } = info;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const path = Object.fromEntries(inPath.map(({ name }, index) => [name, args[index]]));
  const next = inPath.length;
  const body = hasBody ? encodeBody(id, validators.body, args[next]) : undefined;
  const query = checkNames(id, parameters, args[hasBody ? next + 1 : next]);
  const encode = (validator: Validator | undefined, values: Values): Values =>
    validator ? encodeArguments(id, parameters, validator, values) : NONE;
  return {
    path: encode(validators.path, path),
    query: encode(validators.query, query),
    body,
  };
}

function checkNames(id: string, known: readonly ParameterInfo[], query: unknown): Values {
  if (query === undefined) return NONE;
  const names = known.filter((info) => info.in === "query").map((info) => info.name);
  const isObject = typeof query === "object" && query !== null && !Array.isArray(query);
  const wrong = isObject
    ? Object.keys(query).find((name) => !names.includes(name))
    : showValue(query);
  if (wrong === undefined) return query as Values;
  throw new TypeError(
    `Cannot call ${id}: expected an object with any of ${names.join(", ")}, got ${wrong}`,
  );
}

function encodeBody(id: string, validator: Validator | undefined, body: unknown): unknown {
  if (!validator) return body;
  return encodeValue(validator, body, (issues) => {
    const found = issues.map(({ path, message }) => `${path || "the body"}: ${message}`);
    throw new TypeError(`Cannot call ${id}: ${found.join("; ")}`);
  });
}
