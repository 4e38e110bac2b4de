import { isObject } from "../specs/json.ts";
import type { Method, Model } from "../specs/model/mod.ts";
import { isDecided } from "../specs/layer.ts";
import {
  callRows,
  deprecatedArguments,
  deprecatedTag,
  docComment,
  extensionIf,
  HEADER,
  label,
  pascalCase,
  union,
} from "./source_text.ts";

/** Emits methods and simplified calls for clients: labelled parameters, decoded results, and tables. */
export function emitClientMethods({ methods }: Model): string {
  const plain = methods.filter((method) => method.kind === "method");
  const simplified = methods.filter((method) => method.kind === "simplified");
  return `${HEADER}
import type { MethodCall } from "../../validation/mod.ts";
import type { Undocumented } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";
import * as calls from "./method_calls.gen.ts";
import * as simplified from "./simplified_calls.gen.ts";

/** The JSON-RPC methods: parameters in the order of the specs, decoded result, chains that have it. */
export interface Methods {
${plain.map(member).join("\n\n")}
}

/** Name of a JSON-RPC method. */
export type MethodName = keyof Methods;

/** Name of a JSON-RPC method that a WebSocket alone serves. */
export type SocketMethodName = ${union(methods.filter(({ kind }) => kind === "websocket").map(({ name }) => name))};

/** Every method: its row of the specs, and its validators. */
export const METHOD_CALLS: Readonly<Record<MethodName, MethodCall>> = {
${callRows(plain.map(({ name }) => name))}
};

/** The simplified calls: positional parameters, decoded result, chains that have it. */
export interface SimplifiedCalls {
${simplified.map(member).join("\n\n")}
}

/** Name of a simplified call. */
export type SimplifiedName = keyof SimplifiedCalls;

/** Every simplified call: its row of the specs, and its validators. */
export const SIMPLIFIED_CALLS: Readonly<Record<SimplifiedName, MethodCall>> = {
${callRows(
  simplified.map(({ name }) => name),
  "simplified",
)}
};
`;
}

/** Said of each method that changes something. */
const CAUTION =
  "This raw call does not tell a refusal from a lost answer, after which it may have been done: `sendRawTransaction` of the client does.";

function member(method: Method): string {
  const { name, summary, description, source, parameters, paramStructure, safe, chains } = method;
  const type = `Types.Rpc${pascalCase(name)}`;
  // By name one may be left out before another, as undefined; in a list it would become null.
  const isByName = paramStructure === "by-name";
  const tuple = (mark: string): string => {
    const elements = parameters.map(({ name: own, required }) => {
      const value = `${type}Body[${JSON.stringify(own)}]`;
      if (required) return `${label(own)}: ${value}`;
      return `${label(own)}${mark}: ${value}${isByName ? " | undefined" : ""}`;
    });
    return `[${elements.join(", ")}]`;
  };
  const comment = [
    ...[`${summary}.`, description, ...(safe ? [] : [CAUTION]), source],
    ...[deprecatedArguments(parameters), deprecatedTag(method.deprecation)],
  ];
  return `${docComment(comment, "  ")}
  ${name}: {
    params: ${tuple("?")};${isByName ? `\n    all: ${tuple("")};` : ""}
    result: ${extensionIf(hasDecidedResult(method), `${type}Response`)};
    chains: ${union(chains)};
  };`;
}

/** True if every result but null was decided. */
function hasDecidedResult({ result }: Method): boolean {
  const results = Array.isArray(result.anyOf) ? result.anyOf.filter(isObject) : [result];
  return results.filter(({ type }) => type !== "null").every(isDecided);
}
