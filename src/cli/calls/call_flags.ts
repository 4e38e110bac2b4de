import { Option } from "commander";
import type { CommandInfo, CommandParameter } from "../../tables.ts";
import type { Flag, FlagTable } from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import { addressFrom } from "../flag_values.ts";
import type { Fields } from "../json.ts";
import { positionalsOf, coerceArgument } from "./call.ts";

/** Flags of every call, which no parameter may take. */
const TAKEN = [
  ...["chain", "endpoint", "key-file", "tier", "json", "ndjson", "columns", "all", "body", "help"],
  ...["count", "from"],
];

/** The flags of parameters, each with its description, default and known values. */
export type CallFlags = ReadonlyMap<CommandParameter, Flag<unknown>>;

/** Gives each parameter a flag: a name that is taken, empty or a negation to commander has its place in front. */
export function flagsOf(parameters: readonly CommandParameter[]): CallFlags {
  const taken = new Set(TAKEN);
  const flags = new Map<CommandParameter, Flag<unknown>>();
  for (const parameter of parameters) {
    const plain = kebabOf(parameter.name);
    const isFree = !taken.has(plain) && !/^(no-|$)/.test(plain);
    let name = isFree ? plain : kebabOf(`${parameter.in}-${plain}`);
    while (taken.has(name)) name += "-2";
    taken.add(name);
    flags.set(parameter, describe(new Option(`--${name} <value>`), parameter));
  }
  return flags;
}

function kebabOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return words.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "");
}

/** Flags by the names that commander gives their values. */
export function flagTable(flags: CallFlags): FlagTable {
  return Object.fromEntries([...flags.values()].map((flag) => [flag.attributeName(), flag]));
}

/** Adds the description, the default and the known values. */
function describe(option: Option, parameter: CommandParameter): Flag<unknown> {
  const { description, values, default: otherwise } = parameter;
  const preset = otherwise === undefined ? "" : ` (default: ${otherwise})`;
  const [sentence = ""] = description.split(/(?<=\.) /);
  const repeated = isList(parameter) ? "; repeat it, or separate values by commas" : "";
  option.description = `${sentence.replace(/\.$/, "")}${preset}${repeated}`;
  if (isList(parameter))
    option.argParser((text, before?: readonly string[]) => [...(before ?? []), text]);
  else if (parameter.format === "address") option.argParser(addressFrom);
  // Known values are shown and completed; others may be extensions, and are left to the client.
  if (values) option.argChoices = [...values];
  return option as Flag<unknown>;
}

/**
 * The values of flags, by the names of their parameters.
 *
 * @param action The verb in messages, such as `call getBlock`.
 * @param parameters The parameters to read, a part of those that have flags.
 */
export function valuesOf(
  flags: CallFlags,
  options: Fields,
  action: string,
  parameters: readonly CommandParameter[] = [...flags.keys()],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const flag = flags.get(parameter);
    const texts = options[flag?.attributeName() ?? ""] as string | readonly string[] | undefined;
    if (texts !== undefined) values[parameter.name] = valueOf(parameter, [texts].flat(), action);
    else if (parameter.required)
      throw wrongUse(`Missing --${flag?.name()}: ${parameter.description}`);
  }
  return values;
}

function isList({ types }: CommandParameter): boolean {
  return types.includes("array");
}

/** The value of a flag. A repeated flag is a list; a single one may be of any type that its parameter takes. */
function valueOf(parameter: CommandParameter, texts: readonly string[], action: string): unknown {
  const [first = "", ...others] = texts;
  if (others.length === 0) return coerceArgument(parameter, first, action);
  const list: CommandParameter = { ...parameter, types: ["array"] };
  return texts.flatMap((text) => coerceArgument(list, text, action));
}

/** The parameters of a call that are flags of its command: query, header and body parameters. */
export function flaggedOf({ parameters }: CommandInfo): CommandParameter[] {
  return parameters.filter(({ in: place }) => place !== "path" && place !== "positional");
}

/** Longest value that an example shows whole. */
const LONGEST = 24;

export function exampleOf(name: string, info: CommandInfo): string {
  const required = positionalsOf(info).filter(({ required: isRequired }) => isRequired);
  const values = required.map(({ name: argument, example }) =>
    example === undefined ? `<${argument}>` : shown(example),
  );
  const fields = info.parameters.filter((one) => one.in === "body" && one.required);
  const flags = fields.map(({ name: field, example }) => `--${field} ${example ?? "<value>"}`);
  return [name, ...values, ...flags].join(" ");
}

function shown(example: string): string {
  if (example.length > LONGEST) return `${example.slice(0, LONGEST / 2)}…`;
  return /^[\w.-]*$/.test(example) ? example : `'${example}'`;
}
