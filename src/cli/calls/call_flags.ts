import { Option } from "commander";
import type { CommandInfo, CommandParameter } from "../../generated/commands.gen.ts";
import { wrongUse } from "../exit_error.ts";
import { coerceArgument } from "./coerce_argument.ts";

/** Flags of every call, which no parameter may take. */
const TAKEN = ["chain", "endpoint", "key-file", "tier", "json", "ndjson", "all", "body", "help"];

/** The flag of a parameter; one that is taken has its place in front. */
export function flagOf({ name, in: place }: CommandParameter): Option {
  const kebab = name
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/[^\w]+/g, "-");
  const plain = kebab.replace(/^-+/, "").toLowerCase();
  return new Option(`--${TAKEN.includes(plain) ? `${place}-${plain}` : plain} <value>`);
}

/** A flag with its description, default and known values. */
export function describedFlag(parameter: CommandParameter): Option {
  const { description, values, default: otherwise } = parameter;
  const option = flagOf(parameter);
  const preset = otherwise === undefined ? "" : ` (default: ${otherwise})`;
  const [sentence = ""] = description.split(/(?<=\.) /);
  option.description = `${sentence.replace(/\.$/, "")}${preset}`;
  // Known values are shown and completed; others may be extensions, and are left to the client.
  if (values) option.argChoices = [...values];
  return option;
}

/** Values of flags, by the names that commander gives them. */
export type FlagValues = Readonly<Record<string, unknown>>;

/**
 * The values of flags, by the names of their parameters.
 *
 * @throws {ExitError} If one is of no type that its parameter takes, or a required one is missing.
 */
export function valuesOf(
  parameters: readonly CommandParameter[],
  flags: FlagValues,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const flag = flagOf(parameter);
    const given = flags[flag.attributeName()];
    if (typeof given === "string") values[parameter.name] = coerceArgument(parameter, given);
    else if (parameter.required)
      throw wrongUse(`Missing --${flag.name()}: ${parameter.description}`);
  }
  return values;
}

/** The arguments among the parameters of a call: those in the path, or by position. */
export function argumentsOf({ parameters }: CommandInfo): CommandParameter[] {
  return parameters.filter(({ in: place }) => place === "path" || place === "positional");
}
