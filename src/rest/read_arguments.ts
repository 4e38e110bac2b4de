import type { OperationCall } from "../generated/client/operation_calls.gen.ts";
import type { OperationInfo, ParameterInfo } from "../generated/tables.gen.ts";
import { checkArgument, describeIssue, showValue } from "../transport/mod.ts";

/** The arguments of a call, by where they go. */
export interface CallInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Where the arguments of an operation go. */
interface Plan {
  readonly inPath: readonly ParameterInfo[];
  readonly inQuery: readonly ParameterInfo[];
}

const PLANS = new WeakMap<OperationInfo, Plan>();

function planOf(info: OperationInfo): Plan {
  const known = PLANS.get(info);
  if (known) return known;
  const { parameters } = info;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const plan = { inPath, inQuery: parameters.filter((parameter) => parameter.in === "query") };
  PLANS.set(info, plan);
  return plan;
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
export function countArguments(info: OperationInfo): number {
  const { inPath, inQuery } = planOf(info);
  return inPath.length + (info.hasBody ? 1 : 0) + (inQuery.length > 0 ? 1 : 0);
}

/**
 * Reads and checks the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed.
 */
export function readArguments(
  id: string,
  call: OperationCall,
  args: readonly unknown[],
): CallInput {
  const { inPath, inQuery } = planOf(call.info);
  const { hasBody } = call.info;
  const path: Record<string, unknown> = {};
  inPath.forEach((info, index) => (path[info.name] = args[index]));
  const body = hasBody ? checkBody(id, call, args[inPath.length]) : undefined;
  const query = readQuery(id, inQuery, args[inPath.length + (hasBody ? 1 : 0)]);
  checkAll(id, call, inPath, path);
  checkAll(id, call, inQuery, query);
  return { path, query, body };
}

function readQuery(
  id: string,
  known: readonly ParameterInfo[],
  query: unknown,
): Readonly<Record<string, unknown>> {
  if (query === undefined) return {};
  const names = known.map((info) => info.name);
  const expected = `Cannot call ${id}: expected an object with any of ${names.join(", ")}`;
  if (typeof query !== "object" || query === null || Array.isArray(query)) {
    throw new TypeError(`${expected}, got ${showValue(query)}`);
  }
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`${expected}, got ${unknown}`);
  return query as Record<string, unknown>;
}

function checkAll(
  id: string,
  { validators }: OperationCall,
  infos: readonly ParameterInfo[],
  values: Readonly<Record<string, unknown>>,
): void {
  for (const info of infos) {
    const validator = validators.parameters[info.name];
    if (validator) checkArgument(id, info, validator, values[info.name]);
  }
}

function checkBody(id: string, { validators }: OperationCall, body: unknown): unknown {
  const result = validators.body?.safeParse(body);
  if (!result || result.success) return body;
  const issues = result.error.issues.map((issue) => {
    const { path, message } = describeIssue(issue, body);
    return `${path || "the body"}: ${message}`;
  });
  throw new TypeError(`Cannot call ${id}: ${issues.join("; ")}`);
}
