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

export interface Call {
  readonly name: string;
  readonly kind: "operation" | "method";
  readonly info: CommandInfo<Chain>;
}

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
 * Checks arguments, by the names of their parameters, before a chain or a service is needed.
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

/** The parameters of an operation that the client takes together in one object, after those of the path and the body. */
export function namedOf({ parameters }: CommandInfo): CommandParameter[] {
  return parameters.filter(({ in: place }) => place === "query" || place === "header");
}

/**
 * The arguments of a call's function in the client: of a method the positional ones up to the last that has a value, of an
 * operation the positional ones, the body and an object of the named ones.
 */
export function argumentsFor(
  { kind, info }: Call,
  positional: readonly unknown[],
  named: Fields,
  body?: unknown,
): unknown[] {
  if (kind === "method")
    return positional.slice(0, positional.findLastIndex((value) => value !== undefined) + 1);
  const hasNamed = namedOf(info).length > 0;
  return [...positional, ...(info.body ? [body] : []), ...(hasNamed ? [named] : [])];
}

/** Calls a function of the client by its name. */
export function invoke(client: Client, { name, kind }: Call, args: readonly unknown[]): unknown {
  const functions = (kind === "method" ? client.rpc : client) as unknown as Readonly<
    Record<string, (...values: readonly unknown[]) => unknown>
  >;
  return functions[name]?.(...args);
}

/**
 * Reads an argument as one of the types that its parameter takes. Bounds and formats are left to the client.
 *
 * @param action The verb in messages, such as `call getBlock`.
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
 * @param name Names the JSON in messages.
 */
export function decodeJson(name: string, validator: Validator | undefined, json: unknown): unknown {
  if (!validator) return json;
  return decodeValue(validator, json, (issues) => {
    const faults = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    throw wrongUse(`Cannot use ${name}: ${faults.join("; ")}.`);
  });
}
