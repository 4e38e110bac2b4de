import { isObject, objectAt } from "../specs/json.ts";
import { isDecided, type Layer, type Schemas } from "../specs/layer.ts";
import type { Method, Model } from "../specs/model/mod.ts";
import { describeInTable } from "./_describe_parameter.ts";
import { segmentFields } from "./_segment_fields.ts";
import {
  callRows,
  callType,
  deprecatedArguments,
  deprecatedTag,
  docComment,
  extensionIf,
  HEADER,
  label,
  literal,
  pascalCase,
  union,
} from "./_source_text.ts";

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
${plain.map(clientMember).join("\n\n")}
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
${simplified.map(clientMember).join("\n\n")}
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

function clientMember(method: Method): string {
  const { name, summary, description, source, parameters, paramStructure, safe, chains } = method;
  const call = `Rpc${pascalCase(name)}`;
  // By name one may be left out before another, as undefined; in a list it would become null.
  const isByName = paramStructure === "by-name";
  const tuple = (mark: string): string => {
    const elements = parameters.map(({ name: own, required }) => {
      const value = `${callType(call, "Body")}[${JSON.stringify(own)}]`;
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
    result: ${extensionIf(hasDecidedResult(method), callType(call, "Response"))};
    chains: ${union(chains)};
  };`;
}

/** True if every result but null was decided. */
function hasDecidedResult({ result }: Method): boolean {
  const results = Array.isArray(result.anyOf) ? result.anyOf.filter(isObject) : [result];
  return results.filter(({ type }) => type !== "null").every(isDecided);
}

/** Emits the methods for the service: validated parameters with defaults filled in, results, and tables. */
export function emitServiceMethods({ methods, schemas }: Model): string {
  const of = (kind: Method["kind"]): Method[] => methods.filter((method) => method.kind === kind);
  const table = (kind: Method["kind"]): string => methodTable(of(kind), schemas, "decided");
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type * as Types from "./types.gen.ts";

/** The JSON-RPC methods: what a handler is given, what it answers, chains that have it. */
export interface ServiceMethods {
${of("method").map(serviceMember).join("\n\n")}
}

/** Table of the methods, for use at run time. */
export const METHODS: Readonly<Record<keyof ServiceMethods, MethodInfo<Chain>>> = ${table("method")};

/** The simplified calls. */
export interface ServiceSimplifiedCalls {
${of("simplified").map(serviceMember).join("\n\n")}
}

/** Table of the simplified calls, for use at run time. */
export const SIMPLIFIED_CALLS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodInfo<Chain>>> = ${table("simplified")};

/** The methods that a WebSocket alone serves. */
export interface ServiceSocketMethods {
${of("websocket").map(serviceMember).join("\n\n")}
}

/** Table of the methods on a WebSocket only. */
export const SOCKET_METHODS: Readonly<Record<keyof ServiceSocketMethods, MethodInfo<Chain>>> = ${table("websocket")};
`;
}

/** Schema of a rule for faults. */
const FAULT_RULE = "DevFaultRule";

/** Emits devnet control for the service: methods with tables and validators, refused headers, defaults. */
export function emitDevMethods({ dev, schemas }: Model): string {
  const { methods, refusedHeaders } = dev;
  const refused = refusedHeaders.map((name) => name.toLowerCase());
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type * as Types from "./types.gen.ts";
import type { MethodValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";

/** The methods that control the devnet: what a handler is given, what it answers, chains that have it. */
export interface ServiceDevMethods {
${methods.map(serviceMember).join("\n\n")}
}

/** Table of these methods, for use at run time. */
export const DEV_METHODS: Readonly<Record<keyof ServiceDevMethods, MethodInfo<Chain>>> = ${methodTable(methods, schemas, "decided")};

/** Validators of these methods. */
export const DEV_METHOD_VALIDATORS: Readonly<Record<keyof ServiceDevMethods, MethodValidators>> = {
${methods.map((method) => `  ${method.name}: ${methodValidators(method)},`).join("\n")}
};

/** Headers that a request must not have, in lower case; a \`*\` at the end stands for any ending (decided). */
export const DEV_REFUSED_HEADERS: readonly string[] = ${literal(refused)};

/** Defaults of a rule for injected faults (an extension). */
export const DEV_FAULT_DEFAULTS = ${literal(faultDefaults(schemas))} as const;
`;
}

function faultDefaults(schemas: Schemas): object {
  const properties = Object.entries(objectAt(schemas[FAULT_RULE], "properties"));
  const defaults = properties.flatMap(([name, schema]) =>
    isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : [],
  );
  return Object.fromEntries(defaults);
}

/** A table of methods, with the bounds that hold at `layer`. */
function methodTable(methods: readonly Method[], schemas: Schemas, layer: Layer): string {
  return literal(Object.fromEntries(methodRows(methods, schemas, layer)));
}

/** Its rows, by their names. */
export function methodRows(
  methods: readonly Method[],
  schemas: Schemas,
  layer: Layer,
): [name: string, row: object][] {
  return methods.map(
    ({
      name,
      parameters,
      paramStructure,
      result,
      height,
      identity,
      safe,
      errors,
      deprecation,
      chains,
    }): [string, object] => [
      name,
      {
        parameters: parameters.map((parameter) => describeInTable(parameter, schemas, layer)),
        paramStructure: paramStructure === "by-position" ? undefined : paramStructure,
        height,
        ...(layer === "given" ? { identity, segment: segmentFields(result, schemas) } : {}),
        safe,
        ...(layer === "given" && !safe ? { errors } : {}),
        deprecated: deprecation,
        chains,
      },
    ],
  );
}

/** Validators of a method: of its parameters by name, and of its result. */
export function methodValidators({ name, parameters }: Method): string {
  const type = `v.zRpc${pascalCase(name)}`;
  const params = parameters.length > 0 ? `params: ${type}Body, ` : "";
  return `{ ${params}result: ${type}Response }`;
}

/** A member of an interface of methods: what its handler is given, what it answers, chains that have it. */
export function serviceMember({ name, summary, parameters, chains }: Method): string {
  const type = `Types.Rpc${pascalCase(name)}`;
  const labelled = parameters.map(({ name: own, required, schema }) => {
    const value = `${type}Body[${JSON.stringify(own)}]`;
    if (required) return `${label(own)}: ${value}`;
    return schema.default !== undefined
      ? `${label(own)}: NonNullable<${value}>`
      : `${label(own)}: ${value} | undefined`;
  });
  return `${docComment([`${summary}.`], "  ")}
  ${name}: {
    params: [${labelled.join(", ")}];
    result: ${type}Response;
    chains: ${union(chains)};
  };`;
}
