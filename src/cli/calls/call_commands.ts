import { Argument } from "commander";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { argumentsOf as schemasOf } from "../../validation/mod.ts";
import { command, type CommandContext, type CommandSpec, flag } from "../command.ts";
import { notFound, wrongUse } from "../exit_error.ts";
import { offering } from "../flag_values.ts";
import { parseJson } from "../../argument_text.ts";
import { type Fields } from "../json.ts";
import { type Terminal, withInput } from "../terminal.ts";
import {
  argumentsOf,
  type CallFlags,
  exampleOf,
  flaggedOf,
  flagsOf,
  flagTable,
  valuesOf,
} from "./call_flags.ts";
import { type Call, CALLS, coerceArgument, decodeJson, invoke, namedOf } from "./call.ts";

const BODY = flag("--body <json>", "the whole body, - for standard input");
const ALL = flag("--all", "print every item, page after page");

export function apiCommand(): CommandSpec {
  return command({
    description: "Call a REST operation by its id",
    examples: ["api getBlock 7 --chain {segment}", "api listBlocks --limit 5 --ndjson"],
    commands: commandsOf("operation", "api"),
  });
}

export function rpcCommand(): CommandSpec {
  return command({
    description: "Call a JSON-RPC method by its name",
    examples: ["rpc chain_getInfo --chain {segment}", "rpc account_getNonce dx1… --json"],
    commands: commandsOf("method", "rpc"),
  });
}

function commandsOf(kind: Call["kind"], above: string): Record<string, CommandSpec> {
  const calls = CALLS.filter((call) => call.kind === kind);
  return Object.fromEntries(
    calls.map((call) => [
      call.name,
      commandOf(call, `${above} ${exampleOf(call.name, call.info)}`),
    ]),
  );
}

export function shortForm(name: OperationId | MethodName, example: string): CommandSpec {
  return commandOf(CALLS.find((call) => call.name === name) as Call, example);
}

/** A call of the specs as a command: its path or positional parameters as arguments, all others as flags. */
function commandOf(call: Call, example: string): CommandSpec {
  return call.kind === "method" ? methodCommand(call, example) : operationCommand(call, example);
}

/** The help texts of a call. */
export function describeCall({ summary, description, deprecated }: CommandInfo): {
  readonly summary: string;
  readonly description: string;
} {
  const line = `${summary}${deprecated ? " (deprecated)" : ""}`;
  return { summary: line, description: `${line}. ${description}` };
}

export function positionalArguments({ parameters }: CommandInfo): Argument[] {
  return parameters.map(({ name, description, required, values = [] }) =>
    new Argument(required ? `<${name}>` : `[${name}]`, description).argParser(
      offering(() => values, String),
    ),
  );
}

function methodCommand(call: Call, example: string): CommandSpec {
  return command({
    ...describeCall(call.info),
    isClient: true,
    arguments: positionalArguments(call.info),
    examples: [example],
    async run({ terminal, connect, printer }, ...args: (string | undefined)[]) {
      warnDeprecated(terminal, call);
      const texts = await withInput(terminal, args);
      const params = paramsOf(call, texts);
      const addresses = texts.filter((text) => text !== undefined);
      const client = await connect({ addresses, chains: call.info.chains });
      const result = await invoke(client, call, params);
      printer.value(result);
      if (result === null)
        throw notFound(
          `${call.name} found nothing for ${addresses.join(" ")} on ${client.segment}. Check the value and the chain.`,
        );
    },
  });
}

/** The parameters up to the last one given. */
function paramsOf(
  { name, info: { parameters } }: Call,
  texts: readonly (string | undefined)[],
): unknown[] {
  const { params } = METHOD_CALLS[name as MethodName].validators;
  const schemas = params ? schemasOf(parameters, params) : [];
  const leading = texts.slice(0, texts.findLastIndex((text) => text !== undefined) + 1);
  return leading.map((text, index) => {
    const parameter = parameters[index];
    if (text === undefined || !parameter) return undefined;
    const value = coerceArgument(parameter, text);
    const isJson = typeof value === "object" && /^[[{]/.test(text);
    return isJson ? decodeJson(parameter.name, schemas[index]?.schema, value) : value;
  });
}

function operationCommand(call: Call, example: string): CommandSpec {
  const { info } = call;
  const parameterFlags = flagsOf(flaggedOf(info));
  return command({
    ...describeCall(info),
    isClient: true,
    arguments: argumentsOf(info).map(
      ({ name, description, expected }) =>
        new Argument(`<${name}>`, `${description} ${capitalised(expected)}`),
    ),
    flags: {
      ...flagTable(parameterFlags),
      ...(info.body && { body: BODY }),
      ...(info.items !== undefined && { all: ALL }),
    },
    examples: [example],
    run: (context, ...texts: string[]) => callOperation(context, call, parameterFlags, texts),
  });
}

async function callOperation(
  context: CommandContext<Fields>,
  call: Call,
  parameterFlags: CallFlags,
  texts: readonly string[],
): Promise<void> {
  const { terminal, flags, connect, printer } = context;
  const { info } = call;
  warnDeprecated(terminal, call);
  const args: unknown[] = argumentsOf(info).map((parameter, index) =>
    coerceArgument(parameter, texts[index] ?? ""),
  );
  const named = namedOf(info);
  const fields = info.parameters.filter(({ in: place }) => place === "body");
  if (info.body)
    args.push((await bodyOf(terminal, call, flags)) ?? valuesOf(parameterFlags, flags, fields));
  const filters = valuesOf(parameterFlags, flags, named);
  if (named.length > 0) args.push(filters);
  const addresses = [...texts, ...Object.values(filters).filter((one) => typeof one === "string")];
  const client = await connect({ addresses, chains: info.chains });
  const result = invoke(client, call, args);
  if (info.items === undefined) return printer.value(await result);
  await printList(context, result as PagedList<unknown>);
  for (const { name, values = [], default: preset } of named)
    if (values.includes("all") && preset !== "all" && filters[name] === undefined)
      printer.note(
        `Only those with ${name} ${preset} are listed; --${name} all lists the others too.`,
      );
}

async function bodyOf(terminal: Terminal, { name }: Call, { body }: Fields): Promise<unknown> {
  if (typeof body !== "string") return undefined;
  const { validators } = OPERATION_CALLS[name as OperationId];
  const json = parseJson(body === "-" ? await terminal.readInput() : body);
  if (json === undefined) throw wrongUse("Cannot read --body: expected JSON.");
  return decodeJson("--body", validators.body, json);
}

/** Prints the first page of a list, or with `--all` every item; tells people how many more there are. */
async function printList(
  { printer, flags }: CommandContext<Fields>,
  list: PagedList<unknown>,
): Promise<void> {
  if (flags.all) return printer.list(list);
  const { items, pagination, hasNext } = await list;
  await printer.list(items);
  if (!hasNext) return;
  const total = pagination ? ` of ${pagination.totalItems}` : "";
  printer.note(`${items.length}${total} shown; --all prints every item.`);
}

/** Tells on standard error that a call is deprecated. */
function warnDeprecated({ stderr }: Terminal, { name, info: { deprecated } }: Call): void {
  if (!deprecated) return;
  const { since, sunset, reason } = deprecated;
  stderr.line(
    `warning: ${name} is deprecated since ${since} and served until ${sunset}. ${reason}`,
  );
}

/** A description's second sentence. */
function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
