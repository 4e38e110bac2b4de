import { Argument } from "commander";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import type { Client } from "../../client/mod.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { argumentsOf, type Validator } from "../../validation/mod.ts";
import { command, type CommandContext, type CommandSpec, flag } from "../command.ts";
import { notFound, wrongUse } from "../exit_error.ts";
import { addressFrom, offering } from "../flag_values.ts";
import { parseJson } from "../../argument_text.ts";
import { type Fields } from "../json.ts";
import { withTokens } from "../output/tokens.ts";
import { type Terminal, withInput } from "../terminal.ts";
import {
  type CallFlags,
  exampleOf,
  flaggedOf,
  flagsOf,
  flagTable,
  valuesOf,
} from "./call_flags.ts";
import {
  positionalsOf,
  type Call,
  callOf,
  CALLS,
  checkArguments,
  coerceArgument,
  decodeJson,
  invoke,
  namedOf,
} from "./call.ts";

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
  return commandOf(callOf(name), example);
}

/** A call of the specs as a command: its path or positional parameters as arguments, all others as flags. */
function commandOf(call: Call, example: string): CommandSpec {
  const { info } = call;
  const parameterFlags = flagsOf(flaggedOf(info));
  return command({
    ...describeCall(info),
    isClient: true,
    arguments: positionalArguments(info),
    flags: {
      ...flagTable(parameterFlags),
      ...(info.body && { body: BODY }),
      ...(info.items !== undefined && { all: ALL }),
    },
    examples: [example],
    run: (context, ...words: (string | undefined)[]) =>
      runCall(context, call, parameterFlags, words),
  });
}

/** The help texts of a call. */
export function describeCall({ summary, description, deprecated }: CommandInfo): {
  readonly summary: string;
  readonly description: string;
} {
  const line = `${summary}${deprecated ? " (deprecated)" : ""}`;
  return { summary: line, description: `${line}. ${description}` };
}

export function positionalArguments(info: CommandInfo): Argument[] {
  return positionalsOf(info).map(({ name, description, expected, required, format, values = [] }) =>
    new Argument(
      required ? `<${name}>` : `[${name}]`,
      `${description} ${expected.slice(0, 1).toUpperCase()}${expected.slice(1)}.`,
    ).argParser(
      offering(
        () => values,
        // A dash stands for standard input.
        (text) => (format === "address" && text !== "-" ? addressFrom(text) : text),
      ),
    ),
  );
}

async function runCall(
  context: CommandContext<Fields>,
  call: Call,
  parameterFlags: CallFlags,
  words: readonly (string | undefined)[],
): Promise<void> {
  const { terminal, flags, connect, printer } = context;
  const { name, info } = call;
  const action = `call ${name}`;
  warnDeprecated(terminal, call);
  const texts = await withInput(terminal, words);
  const fields = info.parameters.filter(({ in: place }) => place === "body");
  const body = info.body
    ? ((await bodyOf(terminal, call, flags)) ?? valuesOf(parameterFlags, flags, action, fields))
    : undefined;
  const named = valuesOf(parameterFlags, flags, action, namedOf(info));
  const values = { ...readPositional(call, texts), ...named };
  checkArguments(call, values);
  const addresses = [...texts, ...Object.values(named)].filter((one) => typeof one === "string");
  const client = await connect({ addresses, chains: info.chains });
  const result = invoke(client, call, values, body);
  if (info.items !== undefined) {
    await printList(context, client, result as PagedList<unknown>);
    return noteFilters(context, call, named);
  }
  const value = await result;
  if (value !== null || printer.isForPrograms) printer.value(value);
  if (value === null)
    throw notFound(
      `${name} found nothing for ${texts.join(" ")} on ${client.segment}. Check the value and the chain.`,
    );
}

/** The values of the arguments by their names; JSON for a method is decoded by the schema of its parameter. */
function readPositional(
  { name, kind, info }: Call,
  texts: readonly (string | undefined)[],
): Fields {
  const { params }: { readonly params?: Validator } =
    kind === "method" ? METHOD_CALLS[name as MethodName].validators : {};
  const schemas = params ? argumentsOf(info.parameters, params) : [];
  const entries = positionalsOf(info).flatMap((parameter, index) => {
    const text = texts[index];
    if (text === undefined) return [];
    const value = coerceArgument(parameter, text, `call ${name}`);
    const isJson = typeof value === "object" && /^[[{]/.test(text);
    const { schema } = schemas[index] ?? {};
    return [[parameter.name, isJson ? decodeJson(parameter.name, schema, value) : value]];
  });
  return Object.fromEntries(entries);
}

async function bodyOf(terminal: Terminal, { name }: Call, { body }: Fields): Promise<unknown> {
  if (typeof body !== "string") return undefined;
  const { validators } = OPERATION_CALLS[name as OperationId];
  const json = parseJson(body === "-" ? await terminal.readInput() : body);
  if (json === undefined) throw wrongUse("Cannot read --body: expected JSON.");
  return decodeJson("--body", validators.body, json);
}

/** Prints the first page of a list and the number of all items, or with `--all` every item. */
async function printList(
  { printer, flags }: CommandContext<Fields>,
  client: Client,
  list: PagedList<unknown>,
): Promise<void> {
  const shown = (items: Iterable<unknown> | AsyncIterable<unknown>): typeof items =>
    printer.isForPrograms ? items : withTokens(client, items);
  if (flags.all) return printer.list(shown(list));
  const { items, pagination, hasNext } = await list;
  await printer.list(shown(items));
  if (!hasNext) return;
  const total = pagination ? ` of ${pagination.totalItems}` : "";
  printer.note(`${items.length}${total} shown; --all prints every item.`);
}

/** Prints a note on each filter whose default leaves items out of a list. */
function noteFilters({ printer }: CommandContext<Fields>, { info }: Call, args: Fields): void {
  for (const { name, values = [], default: preset } of info.parameters)
    if (
      values.includes("all") &&
      preset !== undefined &&
      preset !== "all" &&
      args[name] === undefined
    )
      printer.note(`Only items with ${name} ${preset} are listed; --${name} all lists every one.`);
}

function warnDeprecated({ stderr }: Terminal, { name, info: { deprecated } }: Call): void {
  if (!deprecated) return;
  const { since, sunset, reason } = deprecated;
  stderr.line(
    `warning: ${name} is deprecated since ${since} and served until ${sunset}. ${reason}`,
  );
}
