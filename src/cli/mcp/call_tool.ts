import type { Client } from "../../client/mod.ts";
import type { CommandParameter } from "../../tables.ts";
import type { PagedList } from "../../pagination/mod.ts";
import { coerceArgument } from "../calls/coerce_argument.ts";
import { wrongUse } from "../exit_error.ts";
import type { Tool } from "./tools.ts";

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
