import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import type { Client } from "../../client/mod.ts";
import {
  type CommandInfo,
  type CommandParameter,
  METHOD_COMMANDS,
  OPERATION_COMMANDS,
} from "../../generated/commands.gen.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { coerceArgument } from "../calls/read_argument.ts";
import { wrongUse } from "../exit_error.ts";

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

/** Arguments of a tool, by the names of its parameters. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** The methods of any chain, by their names. */
type Methods = Readonly<Record<string, (...params: readonly unknown[]) => Promise<unknown>>>;

/**
 * Calls the operation or method of a tool; of a list, one page.
 *
 * @throws {Error} As the client does: a wrong argument is refused before anything is sent.
 */
export async function callTool(client: Client, tool: Tool, given: ToolArguments): Promise<unknown> {
  const { name, kind, info } = tool;
  checkNames(tool, given);
  const value = (parameter: CommandParameter): unknown => {
    const own = given[parameter.name];
    return typeof own === "string" ? coerceArgument(parameter, own) : own;
  };
  if (kind === "method") {
    const methods = client.rpc as unknown as Methods;
    const last = info.parameters.findLastIndex((parameter) => given[parameter.name] !== undefined);
    return methods[name]?.(...info.parameters.slice(0, last + 1).map(value));
  }
  const inPath = info.parameters.filter((parameter) => parameter.in === "path");
  const named = info.parameters.filter((parameter) => parameter.in !== "path");
  const entries = named.map((parameter) => [parameter.name, value(parameter)] as const);
  const known = entries.filter(([, one]) => one !== undefined);
  const args = [...inPath.map(value), ...(named.length > 0 ? [Object.fromEntries(known)] : [])];
  const call = client[name as keyof Client] as (...values: unknown[]) => unknown;
  if (info.items === undefined) return call(...args);
  const { items, pagination } = await (call(...args) as PagedList<unknown>);
  return { [info.items]: items, ...(pagination && { pagination }) };
}

function checkNames({ name, info }: Tool, given: ToolArguments): void {
  const known = [...info.parameters.map((parameter) => parameter.name), "chain"];
  const wrong = Object.keys(given).find((one) => !known.includes(one));
  if (wrong !== undefined)
    throw wrongUse(`${name} takes ${known.join(", ")}, not ${JSON.stringify(wrong)}.`);
}
