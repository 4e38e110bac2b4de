import type { Client } from "../../client/mod.ts";
import type { Chain } from "../../generated/segments.gen.ts";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import { readArgument } from "../../argument_text.ts";
import type { CommandInfo, CommandParameter, ParameterInfo } from "../../tables.ts";
import { decodeValue, encodeArguments, type Validator } from "../../validation/mod.ts";
import { wrongUse } from "../exit_error.ts";
import type { Fields } from "../json.ts";

/** An operation or a method of the specs, as a command calls it. */
export interface Call {
  readonly name: string;
  readonly kind: "operation" | "method";
  readonly info: CommandInfo<Chain>;
}

/** Every operation and method; no two have one name. */
export const CALLS: readonly Call[] = [
  ...Object.entries(OPERATION_COMMANDS).map(([name, info]): Call => ({
    name,
    kind: "operation",
    info,
  })),
  ...Object.entries(METHOD_COMMANDS).map(([name, info]): Call => ({ name, kind: "method", info })),
];

export function callOf(name: OperationId | MethodName): Call {
  return CALLS.find((call) => call.name === name) as Call;
}

/**
 * Checks arguments, by the names of their parameters, as the client would, but before a connection is needed.
 *
 * @throws {TypeError | RangeError} As the client does.
 */
export function checkArguments({ name, kind, info }: Call, values: Fields): void {
  const { validators } =
    kind === "method" ? METHOD_CALLS[name as MethodName] : OPERATION_CALLS[name as OperationId];
  const { params, path, query, headers } = validators as Readonly<Record<string, Validator>>;
  for (const validator of [params, path, query, headers])
    if (validator) encodeArguments(name, info.parameters, validator, values);
}

/** The parameters that are arguments of a command, in the order of the client's function: those in the path, or of a method. */
export function positionalsOf({ parameters }: CommandInfo): CommandParameter[] {
  return parameters.filter(({ in: place }) => place === "path" || place === "positional");
}

/** The parameters that the client takes in one object, after those of the path and the body: those in the query or a header. */
export function namedOf({ parameters }: CommandInfo): CommandParameter[] {
  return parameters.filter(({ in: place }) => place === "query" || place === "header");
}

/** Calls the client's function for `call`, with values by the names of parameters, and the body of an operation that has one. */
export function invoke(
  client: Client,
  { name, kind, info }: Call,
  values: Fields,
  body?: unknown,
): unknown {
  const functions = (kind === "method" ? client.rpc : client) as unknown as Readonly<
    Record<string, (...args: readonly unknown[]) => unknown>
  >;
  const args = positionalsOf(info).map((one) => values[one.name]);
  // For parameters of a method that are left out at the end, the defaults of the service hold.
  if (kind === "method") while (args.length > 0 && args.at(-1) === undefined) args.pop();
  const names = namedOf(info).map((one) => one.name);
  if (info.body) args.push(body);
  if (names.length > 0)
    args.push(Object.fromEntries(Object.entries(values).filter(([one]) => names.includes(one))));
  return functions[name]?.(...args);
}

/**
 * Reads an argument as one of the types that its parameter takes. Bounds and formats are left to the client.
 *
 * @param action The verb in messages, such as `call getBlock`.
 * @throws {ExitError} If it is of no such type.
 */
export function coerceArgument(parameter: ParameterInfo, text: string, action: string): unknown {
  const value = readArgument(parameter, text);
  if (value !== undefined) return value;
  throw wrongUse(
    `Cannot ${action}: ${parameter.name} must be ${parameter.expected}, got ${JSON.stringify(text)}`,
  );
}

/**
 * Reads JSON as the client takes it: amounts, which are strings on the wire, as `bigint`.
 *
 * @param what Names the JSON in messages.
 * @throws {ExitError} If it does not fit the schema.
 */
export function decodeJson(what: string, validator: Validator | undefined, json: unknown): unknown {
  if (!validator) return json;
  return decodeValue(validator, json, (issues) => {
    const faults = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    throw wrongUse(`Cannot use ${what}: ${faults.join("; ")}.`);
  });
}
