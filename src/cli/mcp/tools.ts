import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import type { Client } from "../../client/mod.ts";
import type { CommandInfo, CommandParameter } from "../../tables.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { argumentsOf } from "../calls/call_flags.ts";
import { type Call, CALLS, coerceArgument, invoke, namedOf } from "../calls/call.ts";
import { wrongUse } from "../exit_error.ts";
import type { Fields } from "../json.ts";

/** A tool as the protocol describes it. */
interface ToolDescription {
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
export const TOOLS: ReadonlyMap<string, Call> = new Map(
  CALLS.filter(({ info }) => info.safe && !info.body).map((call) => [call.name, call]),
);

/** Describes a tool; `segment` is the chain that it asks where the call names none. */
export function describeTool({ name, info }: Call, segment: Segment | undefined): ToolDescription {
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

/**
 * Calls the operation or method of a tool; of a list, one page.
 *
 * @throws {Error} As the client does: a wrong argument is refused before anything is sent.
 */
export async function callTool(client: Client, tool: Call, given: Fields): Promise<unknown> {
  const { kind, info } = tool;
  checkNames(tool, given);
  const result = invoke(
    client,
    tool,
    kind === "method" ? paramsOf(info, given) : argsOf(info, given),
  );
  if (info.items === undefined) return result;
  const { items, pagination } = await (result as PagedList<unknown>);
  return { [info.items]: items, ...(pagination && { pagination }) };
}

/** The parameters of a method up to the last one given. */
function paramsOf({ parameters }: CommandInfo, given: Fields): unknown[] {
  const last = parameters.findLastIndex(({ name }) => given[name] !== undefined);
  return parameters.slice(0, last + 1).map((parameter) => valueOf(parameter, given));
}

/** The arguments of an operation: its path, then all else by name. */
function argsOf(info: CommandInfo, given: Fields): unknown[] {
  const inPath = argumentsOf(info).map((parameter) => valueOf(parameter, given));
  const named = namedOf(info);
  const known = named.filter(({ name }) => given[name] !== undefined);
  const values = known.map((parameter) => [parameter.name, valueOf(parameter, given)]);
  return named.length > 0 ? [...inPath, Object.fromEntries(values)] : inPath;
}

function valueOf(parameter: CommandParameter, given: Fields): unknown {
  const value = given[parameter.name];
  return typeof value === "string" ? coerceArgument(parameter, value) : value;
}

function checkNames({ name, info }: Call, given: Fields): void {
  const known = [...info.parameters.map((parameter) => parameter.name), "chain"];
  const wrong = Object.keys(given).find((one) => !known.includes(one));
  if (wrong !== undefined)
    throw wrongUse(`${name} takes ${known.join(", ")}, not ${JSON.stringify(wrong)}.`);
}
