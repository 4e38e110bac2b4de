import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo, CommandParameter } from "../../tables.ts";

/** A read as a tool. */
export interface Tool {
  readonly name: string;
  readonly kind: "operation" | "method";
  readonly info: CommandInfo;
}

/** A tool as the protocol describes it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Record<string, object>;
    readonly required: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly title: string; readonly readOnlyHint: true };
}

/** Every operation and method of the specs that changes nothing, by its name. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map([
  ...toolsOf("operation", OPERATION_COMMANDS),
  ...toolsOf("method", METHOD_COMMANDS),
]);

function toolsOf(
  kind: Tool["kind"],
  commands: Readonly<Record<string, CommandInfo>>,
): [string, Tool][] {
  return Object.entries(commands)
    .filter(([, { safe, body }]) => safe && !body)
    .map(([name, info]) => [name, { name, kind, info }]);
}

/** Describes a tool; `segment` is the chain that it asks where the call names none. */
export function describeTool({ name, info }: Tool, segment: Segment | undefined): ToolDescription {
  const { summary, description, parameters, chains } = info;
  const names = Object.keys(SEGMENTS).filter((one) =>
    chains.includes(SEGMENTS[one as Segment].chain),
  );
  const otherwise = segment !== undefined && names.includes(segment) ? segment : undefined;
  const chain = {
    type: "string",
    enum: names,
    description: "Chain and network.",
    ...(otherwise && { default: otherwise }),
  };
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  const properties = parameters.map((one): [string, object] => [one.name, schemaOf(one)]);
  return {
    name,
    description: `${summary}. ${description}`,
    inputSchema: {
      type: "object",
      properties: { ...Object.fromEntries(properties), chain },
      required: otherwise ? required : [...required, "chain"],
      additionalProperties: false,
    },
    annotations: { title: summary, readOnlyHint: true },
  };
}

/** An amount is a string of digits, as on the wire. */
function schemaOf(parameter: CommandParameter): object {
  const { types, description, minimum, maximum, enum: allowed, default: otherwise } = parameter;
  const names = [...new Set(types.map((type) => (type === "bigint" ? "string" : type)))];
  return {
    type: names.length === 1 ? names[0] : names,
    description,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(allowed !== undefined && { enum: allowed }),
    ...(otherwise !== undefined && { default: otherwise }),
  };
}
