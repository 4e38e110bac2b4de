import { isObject, objectAt } from "../specs/json.ts";
import { type Schemas } from "../specs/named_schemas.ts";
import type { Layer } from "../specs/layer.ts";
import type { Method, Model } from "../specs/model/mod.ts";
import { segmentFields } from "./_segment_fields.ts";
import { describeInTable, gatewayMarks } from "./_table_rows.ts";
import { pascalCase } from "../specs/generated_names.ts";
import {
  callRows,
  callType,
  callComment,
  docComment,
  HEADER,
  label,
  literal,
  tableText,
  union,
} from "./_source_text.ts";

/** Emits methods and simplified calls for clients: labelled parameters, decoded results, and tables. */
export function emitClientMethods({ methods }: Model): string {
  const plain = methods.filter((method) => method.kind === "method");
  const simplified = methods.filter((method) => method.kind === "simplified");
  return `${HEADER}
import type { MethodCall } from "../../validation/mod.ts";
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
  const { name, parameters, paramStructure, safe, chains } = method;
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
  return `${callComment(method, safe ? [] : [CAUTION])}
  ${name}: {
    params: ${tuple("?")};${isByName ? `\n    all: ${tuple("")};` : ""}
    result: ${callType(call, "Response")};
    chains: ${union(chains)};
  };`;
}

/** Methods of the service by their kind: names of their types, of their table and of their validators, and a noun for them. */
const KINDS = {
  method: ["ServiceMethods", "METHODS", "METHOD_VALIDATORS", "JSON-RPC methods"],
  simplified: [
    ...["ServiceSimplifiedCalls", "SIMPLIFIED_CALLS", "SIMPLIFIED_VALIDATORS", "simplified calls"],
  ],
  websocket: [
    ...["ServiceSocketMethods", "SOCKET_METHODS", "SOCKET_METHOD_VALIDATORS"],
    "methods that a WebSocket alone serves",
  ],
  dev: [
    ...["ServiceDevMethods", "DEV_METHODS", "DEV_METHOD_VALIDATORS"],
    "methods that control the devnet",
  ],
} as const satisfies Record<Method["kind"], readonly string[]>;

/** Schema of a rule for faults. */
const FAULT_RULE = "DevFaultRule";

/** Emits the methods for the service: validated parameters with defaults filled in, results, tables and validators. */
export function emitServiceMethods({ methods, dev, schemas }: Model): string {
  const all = [...methods, ...dev.methods];
  const kinds = Object.entries(KINDS).map(([kind, names]) =>
    serviceKind(
      all.filter((method) => method.kind === kind),
      names,
      schemas,
    ),
  );
  const refused = dev.refusedHeaders.map((name) => name.toLowerCase());
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type { MethodValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

${kinds.join("\n\n")}

/** Headers that a request must not have, in lower case; a \`*\` at the end stands for any ending (decided). */
export const DEV_REFUSED_HEADERS: readonly string[] = ${literal(refused)};

/** Defaults of a rule for injected faults (an extension). */
export const DEV_FAULT_DEFAULTS = ${literal(faultDefaults(schemas))} as const;
`;
}

function serviceKind(
  methods: readonly Method[],
  [types, table, validators, what]: readonly string[],
  schemas: Schemas,
): string {
  const rows = tableText(methodRows(methods, schemas, "decided"));
  return `/** The ${what}: what a handler is given, what it answers, chains that have it. */
export interface ${types} {
${methods.map(serviceMember).join("\n\n")}
}

/** Table of the ${what}, for use at run time. */
export const ${table}: Readonly<Record<keyof ${types}, MethodInfo<Chain>>> = ${rows};

/** Validators of the ${what}. */
export const ${validators}: Readonly<Record<keyof ${types}, MethodValidators>> = {
${methods.map((method) => `  ${method.name}: ${methodValidators(method)},`).join("\n")}
};`;
}

function faultDefaults(schemas: Schemas): object {
  const properties = Object.entries(objectAt(schemas[FAULT_RULE], "properties"));
  const defaults = properties.flatMap(([name, schema]) =>
    isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : [],
  );
  return Object.fromEntries(defaults);
}

/** Rows of a table of methods by their names, with the bounds that hold at `layer`. */
export function methodRows(
  methods: readonly Method[],
  schemas: Schemas,
  layer: Layer,
): [name: string, row: object][] {
  return methods.map((method): [string, object] => {
    const { name, result, open, height, identity, safe, errors, deprecation, chains } = method;
    const paramStructure =
      method.paramStructure === "by-position" ? undefined : method.paramStructure;
    const row = {
      parameters: method.parameters.map((each) => describeInTable(each, schemas, layer)),
      ...{ paramStructure, height },
      ...(layer === "given" ? { identity, segment: segmentFields(result, schemas), open } : {}),
      ...{ safe, ...gatewayMarks(method, layer) },
      ...(layer === "given" && !safe ? { errors } : {}),
      ...{ deprecated: deprecation, chains },
    };
    return [name, row];
  });
}

/** Validators of a method: of its parameters by name, and of its result. */
export function methodValidators({ name, parameters }: Method): string {
  const type = `v.zRpc${pascalCase(name)}`;
  const params = parameters.length > 0 ? `params: ${type}Body, ` : "";
  return `{ ${params}result: ${type}Response }`;
}

/** A member of an interface of methods: parameters and result of its handler, chains that have it. */
export function serviceMember({ name, summary, parameters, chains }: Method): string {
  const call = `Rpc${pascalCase(name)}`;
  const labelled = parameters.map(({ name: own, required, schema }) => {
    const value = `Wire<${callType(call, "Body")}[${JSON.stringify(own)}]>`;
    if (required) return `${label(own)}: ${value}`;
    return schema.default !== undefined
      ? `${label(own)}: NonNullable<${value}>`
      : `${label(own)}: ${value} | undefined`;
  });
  return `${docComment([`${summary}.`], "  ")}
  ${name}: {
    params: [${labelled.join(", ")}];
    result: Wire<${callType(call, "Response")}>;
    chains: ${union(chains)};
  };`;
}
