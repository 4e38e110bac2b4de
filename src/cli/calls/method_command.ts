import type { Command } from "commander";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { METHOD_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import { argumentsOf } from "../../validation/mod.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { notFound } from "../exit_error.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import { coerceArgument } from "./coerce_argument.ts";
import { decodeJson } from "./decode_json.ts";
import { exampleOf } from "./example_of.ts";
import { warnDeprecated } from "./warn_deprecated.ts";

/** A JSON-RPC method as the command `name`, with its parameters as arguments. */
export function methodCommand(
  terminal: Terminal,
  method: string,
  name = method,
  example = `rpc ${exampleOf(method, METHOD_COMMANDS[method] as CommandInfo)}`,
): Command {
  const info = METHOD_COMMANDS[method] as CommandInfo;
  const mark = info.deprecated ? " (deprecated)" : "";
  const command = clientCommand(name)
    .summary(`${info.summary}${mark}`)
    .description(`${info.summary}${mark}. ${info.description}`);
  for (const { name: argument, description, required } of info.parameters)
    command.argument(required ? `<${argument}>` : `[${argument}]`, description);
  const count = info.parameters.length;
  command.action((...given: unknown[]) =>
    callMethod(
      terminal,
      method,
      given.slice(0, count) as (string | undefined)[],
      given[count] as ClientFlags,
    ),
  );
  return withExamples(command, example);
}

/** The methods of any chain, by their names. */
type Methods = Readonly<Record<string, (...params: readonly unknown[]) => Promise<unknown>>>;

async function callMethod(
  terminal: Terminal,
  name: string,
  texts: readonly (string | undefined)[],
  flags: ClientFlags,
): Promise<void> {
  const info = METHOD_COMMANDS[name] as CommandInfo;
  warnDeprecated(terminal, name, info);
  const params = paramsOf(terminal, name, info, texts);
  const addresses = texts.filter((text) => text !== undefined);
  const client = await openClient(terminal, flags, { addresses, chains: info.chains });
  const methods = client.rpc as unknown as Methods;
  const result = await methods[name]?.(...params);
  new Printer(terminal, flags).value(result);
  if (result === null) throw notFound(`${name} found nothing. Check the value and the chain.`);
}

/** The parameters up to the last one given. A dash stands for standard input, for what is too long or not for others to see. */
function paramsOf(
  terminal: Terminal,
  name: string,
  { parameters }: CommandInfo,
  texts: readonly (string | undefined)[],
): unknown[] {
  const { params } = METHOD_CALLS[name as MethodName].validators;
  const schemas = params ? argumentsOf(parameters, params) : [];
  const given = texts.slice(0, texts.findLastIndex((text) => text !== undefined) + 1);
  return given.map((text, index) => {
    const parameter = parameters[index];
    if (text === undefined || !parameter) return undefined;
    const read = text === "-" ? terminal.readInput().trim() : text;
    const value = coerceArgument(parameter, read);
    const isJson = typeof value === "object" && /^[[{]/.test(read);
    return isJson ? decodeJson(parameter.name, schemas[index]?.schema, value) : value;
  });
}
