import type { Client } from "../../client/mod.ts";
import {
  type CommandInfo,
  type CommandParameter,
  METHOD_COMMANDS,
  OPERATION_COMMANDS,
} from "../../generated/commands.gen.ts";

/** A call of the specs. */
export interface Call {
  readonly name: string;
  readonly kind: "operation" | "method";
  readonly info: CommandInfo;
}

/** Every operation and method of the specs. */
export const CALLS: readonly Call[] = [
  ...Object.entries(OPERATION_COMMANDS).map(([name, info]): Call => ({
    name,
    kind: "operation",
    info,
  })),
  ...Object.entries(METHOD_COMMANDS).map(([name, info]): Call => ({ name, kind: "method", info })),
];

/** The parameters of an operation that the client takes together in one object, after those of the path and the body. */
export function namedOf({ parameters }: CommandInfo): CommandParameter[] {
  return parameters.filter(({ in: place }) => place === "query" || place === "header");
}

/** Calls a function of the client by its name. */
export function invoke(client: Client, { name, kind }: Call, args: readonly unknown[]): unknown {
  const functions = (kind === "method" ? client.rpc : client) as unknown as Readonly<
    Record<string, (...values: readonly unknown[]) => unknown>
  >;
  return functions[name]?.(...args);
}
