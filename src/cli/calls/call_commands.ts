import { Command } from "commander";
import type { Client } from "../../client/mod.ts";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import {
  type CommandInfo,
  METHOD_COMMANDS,
  OPERATION_COMMANDS,
} from "../../generated/commands.gen.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { argumentsOf as schemasOf } from "../../validation/mod.ts";
import { clientCommand, type ClientFlags, type OutputFlags } from "../client_command.ts";
import { notFound, wrongUse } from "../exit_error.ts";
import { Printer } from "../output/printer.ts";
import { openClient } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import {
  argumentsOf,
  describedFlags,
  exampleOf,
  flaggedOf,
  type FlagValues,
  valuesOf,
} from "./call_flags.ts";
import { coerceArgument, decodeJson } from "./read_argument.ts";

/** The command `api`: each REST operation of the specs as a subcommand. */
export function apiCommand(terminal: Terminal): Command {
  const command = new Command("api")
    .summary("Call a REST operation")
    .description("Call a REST operation by its id");
  for (const id of Object.keys(OPERATION_COMMANDS))
    command.addCommand(operationCommand(terminal, id));
  return withExamples(
    command,
    "api getBlock 7 --chain {segment}",
    "api listBlocks --limit 5 --ndjson",
  );
}

/** The command `rpc`: each JSON-RPC method of the specs as a subcommand. */
export function rpcCommand(terminal: Terminal): Command {
  const command = new Command("rpc")
    .summary("Call a JSON-RPC method")
    .description("Call a JSON-RPC method by its name");
  for (const name of Object.keys(METHOD_COMMANDS))
    command.addCommand(methodCommand(terminal, name));
  return withExamples(
    command,
    "rpc chain_getInfo --chain {segment}",
    "rpc account_getNonce dx1… --json",
  );
}

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
  const schemas = params ? schemasOf(parameters, params) : [];
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

/** Flags of a list. */
export interface ListFlags extends OutputFlags {
  readonly all?: true;
}

/** Prints the first page of a list, or with `--all` every item; tells people what else there is. */
export async function printList(
  printer: Printer,
  list: PagedList<unknown>,
  { all, json }: ListFlags,
  key = "items",
): Promise<void> {
  if (all) return printer.list(list);
  const { items, pagination, hasNext } = await list;
  if (json) return printer.value({ [key]: items, ...(pagination && { pagination }) });
  await printer.list(items);
  if (!hasNext) return;
  const total = pagination ? ` of ${pagination.totalItems}` : "";
  printer.note(`${items.length}${total} shown; --all prints every item.`);
}

/** Tells on standard error that a call is deprecated. */
export function warnDeprecated(
  { stderr }: Terminal,
  name: string,
  { deprecated }: CommandInfo,
): void {
  if (!deprecated) return;
  const { since, sunset, reason } = deprecated;
  stderr.write(
    `warning: ${name} is deprecated since ${since} and served until ${sunset}. ${reason}\n`,
  );
}

/** A call under a short name, with an example. */
interface ShortForm {
  readonly operation?: OperationId;
  readonly method?: MethodName;
  readonly example: string;
}

const SHORT_FORMS = {
  blocks: { operation: "listBlocks", example: "blocks --limit 3 --chain {segment}" },
  txs: { operation: "listTransactions", example: "txs --type transfer --all --ndjson" },
  validators: { operation: "listValidators", example: "validators --status all" },
  validator: { operation: "getValidator", example: "validator dx1njg93zhl3q88znzw777zqhc8…" },
  proposals: { operation: "listProposals", example: "proposals --status passed" },
  proposal: { operation: "getProposal", example: "proposal 3" },
  record: { method: "alpha_getRecord", example: "record 0x7a9c4c207b9e26be4bba2b45dc57…" },
} as const satisfies Readonly<Record<string, ShortForm>>;

/** The commands that are a call under a short name. */
export function shortForm(terminal: Terminal, name: keyof typeof SHORT_FORMS): Command {
  const { operation, method, example }: ShortForm = SHORT_FORMS[name];
  return operation === undefined
    ? methodCommand(terminal, method ?? "", name, example)
    : operationCommand(terminal, operation, name, example);
}
