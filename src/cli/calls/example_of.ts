import type { CommandInfo } from "../../tables.ts";
import { argumentsOf } from "./call_flags.ts";

/** Longest value that an example shows whole. */
const LONGEST = 24;

/** A call of a command as its help shows it. */
export function exampleOf(name: string, info: CommandInfo): string {
  const required = argumentsOf(info).filter(({ required: isRequired }) => isRequired);
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
