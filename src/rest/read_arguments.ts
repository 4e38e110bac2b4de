import { type OperationId, OPERATIONS } from "../generated/client/operations.gen.ts";
import {
  OPERATION_VALIDATORS,
  type OperationValidators,
} from "../generated/client/validator_tables.gen.ts";
import type { ParameterInfo } from "../generated/tables.gen.ts";
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

const PLANS = new Map<OperationId, Plan>();

function planOf(id: OperationId): Plan {
  const known = PLANS.get(id);
  if (known) return known;
  const { parameters } = OPERATIONS[id];
  const inPath = parameters.filter((info) => info.in === "path");
  const plan = { inPath, inQuery: parameters.filter((info) => info.in === "query") };
  PLANS.set(id, plan);
  return plan;
}

/**
 * Number of positional arguments of an operation: path parameters, then the body or the query.
 *
 * @example
 * ```ts
 * import { countArguments } from "alphadelta/rest";
 *
 * console.log(countArguments("getBlock"), countArguments("listBlockTransactions")); // 1 2
 * ```
 */
export function countArguments(id: OperationId): number {
  const { inPath, inQuery } = planOf(id);
  return inPath.length + (OPERATIONS[id].hasBody ? 1 : 0) + (inQuery.length > 0 ? 1 : 0);
}

/**
 * Reads and checks the arguments of an operation.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed.
 */
export function readArguments(id: OperationId, args: readonly unknown[]): CallInput {
  const { inPath, inQuery } = planOf(id);
  const { hasBody } = OPERATIONS[id];
  const path: Record<string, unknown> = {};
  inPath.forEach((info, index) => (path[info.name] = args[index]));
  const body = hasBody ? checkBody(id, args[inPath.length]) : undefined;
  const query = readQuery(id, inQuery, args[inPath.length + (hasBody ? 1 : 0)]);
  checkAll(id, inPath, path);
  checkAll(id, inQuery, query);
  return { path, query, body };
}

function readQuery(
  id: OperationId,
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
  id: OperationId,
  infos: readonly ParameterInfo[],
  values: Readonly<Record<string, unknown>>,
): void {
  const { parameters }: OperationValidators = OPERATION_VALIDATORS[id];
  for (const info of infos) {
    const validator = parameters[info.name];
    if (validator) checkArgument(id, info, validator, values[info.name]);
  }
}

function checkBody(id: OperationId, body: unknown): unknown {
  const validators: OperationValidators = OPERATION_VALIDATORS[id];
  const result = validators.body?.safeParse(body);
  if (!result || result.success) return body;
  const issues = result.error.issues.map((issue) => {
    const { path, message } = describeIssue(issue, body);
    return `${path || "the body"}: ${message}`;
  });
  throw new TypeError(`Cannot call ${id}: ${issues.join("; ")}`);
}
