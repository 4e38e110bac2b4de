import { type Argument, Command, Option } from "commander";
import type { Client } from "../client/mod.ts";
import { EXAMPLE_SEGMENT, SEGMENTS } from "../generated/segments.gen.ts";
import { TIERS } from "../generated/tiers.gen.ts";
import { type OutputFlags, Printer } from "./output/printer.ts";
import {
  type ChainHints,
  clientOf,
  type ConnectionFlags,
  readSettings,
  type Settings,
} from "./settings/connection.ts";
import { columnsFrom } from "./flag_values.ts";
import type { Terminal } from "./terminal.ts";

declare const VALUE: unique symbol;

/** A flag of a command, and the type of its value. */
export type Flag<Value> = Option & { readonly [VALUE]: Value };

/** Flags by the names that commander gives their values: `--dry-run` is `dryRun`. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

type ValueOf<Given> = Given extends Flag<infer Value> ? Value : never;

/** Values of flags, by the same names; a flag without a value and without a default is absent. */
export type ValuesOf<Flags extends FlagTable> = {
  readonly [Name in keyof Flags as undefined extends ValueOf<Flags[Name]> ? never : Name]: ValueOf<
    Flags[Name]
  >;
} & {
  readonly [Name in keyof Flags as undefined extends ValueOf<Flags[Name]> ? Name : never]?: Exclude<
    ValueOf<Flags[Name]>,
    undefined
  >;
};

/** Flags of each command that calls a service. */
export interface ClientFlags extends ConnectionFlags, OutputFlags {}

/** The terminal, flags and client of a running command. */
export interface CommandContext<Values = unknown> {
  readonly terminal: Terminal;
  readonly flags: Values & Omit<ClientFlags, keyof Values>;
  /** The command as commander has it: it knows the origin of each flag's value. */
  readonly built: Command;
  /** Prints as the flags say. */
  readonly printer: Printer;
  /** Reads the service from flags and settings, once: the hints of the first call count. */
  readonly settings: (hints?: ChainHints) => Promise<Settings>;
  /** Makes the client of that service, with other settings where `changes` has them. */
  readonly connect: (hints?: ChainHints, changes?: Partial<Settings>) => Promise<Client>;
}

/** A command in one place: the program, its help and the completion are made of it. */
export interface CommandSpec<Flags extends FlagTable = FlagTable> {
  /** First lines of its help; without them the summary. */
  readonly description?: string | ((terminal: Terminal) => string);
  /** Line in the list of commands; without one the description. */
  readonly summary?: string;
  readonly arguments?: readonly Argument[];
  readonly flags?: Flags;
  /** True if it calls a service, and so has the flags of the connection and the output too. */
  readonly isClient?: boolean;
  /** True if its output has a format of its own, so that it lacks `--json`. */
  readonly hasOwnFormat?: boolean;
  /** True if people read lines of text, where a service is called: no table, and so no `--columns`. */
  readonly printsLines?: boolean;
  /** True if people read a table, where no service is called by a client: it has `--columns`. */
  readonly hasTable?: boolean;
  /** Commands below it, by their names. */
  readonly commands?: Readonly<Record<string, CommandSpec>>;
  /** Command lines that its help shows; `{segment}` stands for the segment of the examples. */
  readonly examples: readonly string[];
  /** Changes the command of commander that is made from it. */
  readonly adjust?: (command: Command) => void;
  /** The flag that sets an option of the library by another name; messages have flags in place of these. */
  readonly flagOf?: (option: string) => string | undefined;
  /** Runs it with its arguments. A result is printed, as the flags say. */
  run?(context: CommandContext<ValuesOf<Flags>>, ...args: never[]): unknown;
}

/** Declares a command. Its flags give the types of their values to `run`. */
export function command<const Flags extends FlagTable = Record<never, never>>(
  spec: CommandSpec<Flags>,
): CommandSpec {
  return spec;
}

/** A flag with a value, such as `--out <file>`. */
export function flag(term: `${string} <${string}>`, description: string): Flag<string | undefined>;
/** A flag whose value is read as something else than a string. */
export function flag<Value>(
  term: `${string} <${string}>`,
  description: string,
  read: (text: string) => Value,
): Flag<Value | undefined>;
/** A flag with a value, and the value without it. */
export function flag<Value>(
  term: `${string} <${string}>`,
  description: string,
  read: (text: string) => Value,
  otherwise: Value,
): Flag<Value>;
/** A flag that is on or off. */
export function flag(term: `--${string}`, description: string): Flag<true | undefined>;
export function flag(
  term: string,
  description: string,
  read?: (text: string) => unknown,
  otherwise?: unknown,
): Option {
  const option = new Option(term, description).default(otherwise);
  return read ? option.argParser(read) : option;
}

/** A flag whose value is one of a few. */
export function choice<Value extends string>(
  term: `${string} <${string}>`,
  description: string,
  values: readonly Value[],
): Flag<Value | undefined>;
/** A flag whose value is one of a few, and the value without it. */
export function choice<Value extends string>(
  term: `${string} <${string}>`,
  description: string,
  values: readonly Value[],
  otherwise: NoInfer<Value>,
): Flag<Value>;
export function choice(
  term: string,
  description: string,
  values: readonly string[],
  otherwise?: string,
): Option {
  return new Option(term, description).choices(values).default(otherwise);
}

/** Flags that a command requires. Commander would miss one before it refuses an unknown flag, which may be that one. */
export const REQUIRED: WeakSet<Option> = new WeakSet();

export function required<Value>(option: Flag<Value | undefined>): Flag<Value> {
  REQUIRED.add(option);
  return option as Flag<Value>;
}

/** The flags of the connection: they may also stand in front of the command. */
export function connectionFlags(): readonly Option[] {
  return [
    choice("--chain <segment>", "chain and network", Object.keys(SEGMENTS)),
    flag("--endpoint <url>", "origin of the service"),
    flag("--key-file <file>", "file with the API key, - for standard input"),
    choice("--tier <tier>", "rate tier", Object.keys(TIERS)),
  ];
}

/** The command `name` as commander takes it. */
export function buildCommand(name: string, spec: CommandSpec, terminal: Terminal): Command {
  const { summary = "", description = summary, flags = {}, commands = {} } = spec;
  const built = new Command(name)
    .summary(summary)
    .description(typeof description === "string" ? description : description(terminal));
  if (spec.isClient) addClientFlags(built, !spec.printsLines);
  else if (spec.run && !spec.hasOwnFormat)
    addOutputFlags(built.optionsGroup("Output:"), spec.hasTable);
  for (const argument of spec.arguments ?? []) built.addArgument(argument);
  for (const option of Object.values(flags)) built.addOption(option);
  for (const [nested, own] of Object.entries(commands))
    built.addCommand(buildCommand(nested, own, terminal));
  spec.adjust?.(built);
  if (spec.run) built.action(() => runCommand(spec, built, terminal));
  return built.addHelpText("after", examplesText(spec.examples));
}

/** An option or a parameter in a message of the library: `blockTime`, or `limit` or `filter.type` in front of what it must be. */
const OPTION = /\b[a-z]+[A-Z]\w*\b|(?:\bfilter\.)?\b\w+(?= must )/g;

async function runCommand(spec: CommandSpec, built: Command, terminal: Terminal): Promise<void> {
  const flags: ClientFlags & Record<string, unknown> = built.opts();
  const missing = built.options.find((one) => REQUIRED.has(one) && !(one.attributeName() in flags));
  if (missing) built.error(`error: required option '${missing.flags}'`);
  const printer = new Printer(terminal, flags);
  let read: Promise<Settings> | undefined;
  // Once, since a key may come from standard input.
  const settings = (hints?: ChainHints): Promise<Settings> =>
    (read ??= readSettings(terminal, flags, hints));
  const connect = async (hints?: ChainHints, changes?: Partial<Settings>): Promise<Client> => {
    const client = await clientOf({ ...(await settings(hints)), ...changes }, terminal);
    printer.useSymbol(client.chain);
    return client;
  };
  const context: CommandContext<Record<string, unknown>> = {
    terminal,
    flags,
    built,
    printer,
    settings,
    connect,
  };
  try {
    const result = await spec.run?.(context, ...(built.processedArgs as never[]));
    if (result !== undefined) printer.value(result);
  } catch (error) {
    const flagOf = (option: string): string => {
      const name = option.replace("filter.", "");
      const own = built.options.find((one) => one.attributeName() === name);
      return spec.flagOf?.(name) ?? own?.long ?? option;
    };
    if (error instanceof Error) error.message = error.message.replace(OPTION, flagOf);
    throw error;
  }
}

function addClientFlags(built: Command, hasTables: boolean): void {
  built.optionsGroup("Connection and output:");
  for (const option of connectionFlags()) built.addOption(option);
  addOutputFlags(built, hasTables);
}

function addOutputFlags(built: Command, hasTables = false): void {
  const columns = "columns to print, separated by commas, or all";
  built
    .option("--json", "print JSON, with amounts as strings")
    .option("--ndjson", "print one line of JSON per item, as they arrive");
  if (hasTables)
    built.addOption(flag("--columns <names>", columns, columnsFrom).conflicts(["json", "ndjson"]));
  built.optionsGroup("Options:");
}

function examplesText(examples: readonly string[]): string {
  const lines = examples.map(
    (example) => `  $ alphadelta ${example.replaceAll("{segment}", EXAMPLE_SEGMENT)}`,
  );
  return ["", examples.length > 1 ? "Examples:" : "Example:", ...lines].join("\n");
}
