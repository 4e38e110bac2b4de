import type { Command } from "commander";
import type { Client } from "../../client/mod.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import { OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { wrongUse } from "../exit_error.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import { argumentsOf, describedFlags, flaggedOf, type FlagValues, valuesOf } from "./call_flags.ts";
import { coerceArgument } from "./coerce_argument.ts";
import { decodeJson } from "./decode_json.ts";
import { exampleOf } from "./example_of.ts";
import { printList } from "./print_list.ts";
import { warnDeprecated } from "./warn_deprecated.ts";

type Flags = ClientFlags & FlagValues & { readonly all?: true; readonly body?: string };

/** A REST operation as the command `name`: path parameters as arguments, all others as flags. */
export function operationCommand(
  terminal: Terminal,
  id: string,
  name = id,
  example = `api ${exampleOf(id, OPERATION_COMMANDS[id] as CommandInfo)}`,
): Command {
  const info = OPERATION_COMMANDS[id] as CommandInfo;
  const inPath = argumentsOf(info);
  const mark = info.deprecated ? " (deprecated)" : "";
  const command = clientCommand(name)
    .summary(`${info.summary}${mark}`)
    .description(`${info.summary}${mark}. ${info.description}`);
  for (const { name: argument, description, expected } of inPath)
    command.argument(`<${argument}>`, `${description} ${capitalised(expected)}`);
  for (const flag of describedFlags(flaggedOf(info))) command.addOption(flag);
  if (info.body) command.option("--body <json>", "the whole body, - for standard input");
  if (info.items !== undefined) command.option("--all", "print every item, page after page");
  command.action((...given: unknown[]) => {
    const texts = given.slice(0, inPath.length) as string[];
    return callOperation(terminal, id, info, texts, given[inPath.length] as Flags);
  });
  return withExamples(command, example);
}

async function callOperation(
  terminal: Terminal,
  id: string,
  info: CommandInfo,
  texts: readonly string[],
  flags: Flags,
): Promise<void> {
  warnDeprecated(terminal, id, info);
  const inPath = argumentsOf(info);
  const args: unknown[] = inPath.map((parameter, index) =>
    coerceArgument(parameter, texts[index] ?? ""),
  );
  const fields = info.parameters.filter((parameter) => parameter.in === "body");
  const named = info.parameters.filter(({ in: place }) => place === "query" || place === "header");
  const flagged = flaggedOf(info);
  if (info.body) args.push(bodyOf(terminal, id, flags) ?? valuesOf(fields, flags, flagged));
  if (named.length > 0) args.push(valuesOf(named, flags, flagged));
  const client = await openClient(terminal, flags, { addresses: texts, chains: info.chains });
  const call = client[id as keyof Client] as (...values: unknown[]) => unknown;
  const printer = new Printer(terminal, flags);
  if (info.items === undefined) return printer.value(await call(...args));
  return printList(printer, call(...args) as PagedList<unknown>, flags, info.items);
}

function bodyOf(terminal: Terminal, id: string, { body }: Flags): unknown {
  if (body === undefined) return undefined;
  const { validators } = OPERATION_CALLS[id as OperationId];
  return decodeJson(
    "--body",
    validators.body,
    parseBody(body === "-" ? terminal.readInput() : body),
  );
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongUse("Cannot read --body: expected JSON.");
  }
}

/** A description's second sentence. */
function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
