import type { OperationCall } from "../generated/client/operation_calls.gen.ts";
import type { OperationInfo, ParameterInfo } from "../generated/tables.gen.ts";
import { type Check, checkArgument, describeIssue, showValue } from "../transport/mod.ts";

/** The arguments of a call, by where they go. */
export interface CallInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

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
 * Reads and checks the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed.
 */
export function readArguments(
  id: string,
  { info, validators }: OperationCall,
  args: readonly unknown[],
): CallInput {
  const { parameters, hasBody } = info;
  const path: Record<string, unknown> = {};
  let count = 0;
  for (const parameter of parameters) {
    if (parameter.in === "path") path[parameter.name] = args[count++];
  }
  const body = hasBody ? checkBody(id, validators.body, args[count++]) : undefined;
  const query = readQuery(id, parameters, args[count]);
  for (const parameter of parameters) {
    const { name } = parameter;
    const validator = validators.parameters[name];
    const values = parameter.in === "path" ? path : query;
    if (validator) checkArgument(id, parameter, validator, values[name]);
  }
  return { path, query, body };
}

function readQuery(
  id: string,
  known: readonly ParameterInfo[],
  query: unknown,
): Readonly<Record<string, unknown>> {
  if (query === undefined) return {};
  const names = known.filter((info) => info.in === "query").map((info) => info.name);
  const isObject = typeof query === "object" && query !== null && !Array.isArray(query);
  const wrong = isObject
    ? Object.keys(query).find((name) => !names.includes(name))
    : showValue(query);
  if (wrong === undefined) return query as Record<string, unknown>;
  throw new TypeError(
    `Cannot call ${id}: expected an object with any of ${names.join(", ")}, got ${wrong}`,
  );
}

function checkBody(id: string, validator: Check | undefined, body: unknown): unknown {
  validator?.decode(body, (faults) => {
    const issues = faults.map((fault) => {
      const { path, message } = describeIssue(fault, body);
      return `${path || "the body"}: ${message}`;
    });
    throw new TypeError(`Cannot call ${id}: ${issues.join("; ")}`);
  });
  return body;
}
