import type { Deprecation, Method, Model } from "../specs/model/mod.ts";
import { methodRows } from "./method_table.ts";
import { type OperationRow, operationRows } from "./operation_table.ts";
import { deprecatedTag, docComment, HEADER, pascalCase } from "./source_text.ts";

/** Each operation by itself, so that a bundler drops those that a program does not name. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map(({ id, summary, parameters, body, data, deprecation }) => {
    const type = `v.z${pascalCase(id)}`;
    const has = (place: string): boolean => parameters.some((each) => each.in === place);
    const validators = [
      ...(has("path") ? [`path: ${type}Path`] : []),
      ...(has("query") ? [`query: ${type}Query`] : []),
      ...(has("header") ? [`headers: ${type}Headers`] : []),
      ...(body ? [`body: ${type}Body`] : []),
      ...(data === undefined ? [] : [`data: v.z${data}`]),
    ];
    const row = rows.get(id);
    const serializers = row ? serializersOf(row) : [];
    return constant({ name: id, summary: `${summary}.`, deprecation }, "OperationCall", row, [
      `validators: ${members(validators)}`,
      `serializers: ${members(serializers)}`,
    ]);
  });
  return `${HEADER}
import * as p from "../../parameters.ts";
import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../tables.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Validators of an operation. */
export interface OperationValidators {
  /** Of the path parameters, by name. */
  readonly path?: Validator;
  /** Of the query parameters, by name. */
  readonly query?: Validator;
  /** Of the header parameters, by name. */
  readonly headers?: Validator;
  /** Of the request body. */
  readonly body?: Validator;
  /** Of the data of a response; absent where it has none. */
  readonly data?: Validator;
}

/** Emits code that writes the arguments of an operation into a request, no more than it needs. */
export interface OperationSerializers {
  /** Of the path parameters. */
  readonly path?: typeof p.serializePathLists;
  /** Of the query parameters. */
  readonly query?: typeof p.serializeQueryLists;
  /** Of the header parameters. */
  readonly headers?: typeof p.serializeHeaders;
  /** Of the request body. */
  readonly body?: typeof p.serializeBody;
}

/** An operation: its row of the specs, its validators and serializers. */
export interface OperationCall {
  /** Its row of the specs. */
  readonly info: OperationInfo<Chain>;
  /** Validators of its arguments and its data. */
  readonly validators: OperationValidators;
  /** Writes its arguments into a request. */
  readonly serializers: OperationSerializers;
}

${calls.join("\n\n")}
`;
}

/** The functions that an operation needs; those that take lists are larger. */
function serializersOf({ parameters, body }: OperationRow): string[] {
  const inPlaces = Object.entries({ path: "serializePath", query: "serializeQuery" });
  const inUrl = inPlaces.flatMap(([place, name]) => {
    const own = parameters.filter((each) => each.in === place);
    const hasList = own.some(({ types }) => Array.isArray(types) && types.includes("array"));
    return own.length > 0 ? [`${place}: p.${name}${hasList ? "Lists" : ""}`] : [];
  });
  const hasHeader = parameters.some((each) => each.in === "header");
  return [
    ...inUrl,
    ...(hasHeader ? ["headers: p.serializeHeaders"] : []),
    ...(body === undefined ? [] : ["body: p.serializeBody"]),
  ];
}

/** Each method by itself, for the same reason. Those of WebSockets alone are not among them. */
export function emitMethodCalls(model: Model): string {
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../tables.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Validators of a method. */
export interface MethodValidators {
  /** Of the parameters, by name. */
  readonly params?: Validator;
  /** Of the result. */
  readonly result: Validator;
}

/** A method: its row of the specs and its validators. */
export interface MethodCall {
  /** Its row of the specs. */
  readonly info: MethodInfo<Chain>;
  /** Validators of its parameters and its result. */
  readonly validators: MethodValidators;
}

${callsOf("method", model)}
`;
}

/** Each simplified call by itself; a method may have the same name. */
export function emitSimplifiedCalls(model: Model): string {
  return `${HEADER}
import type { MethodCall } from "./method_calls.gen.ts";
import * as v from "./validators.gen.ts";

${callsOf("simplified", model)}
`;
}

function callsOf(kind: Method["kind"], { methods, schemas }: Model): string {
  const own = methods.filter((method) => method.kind === kind);
  const rows = new Map(methodRows(own, schemas, "given"));
  const calls = own.map(({ name, summary, parameters, deprecation }) => {
    const type = `v.zRpc${pascalCase(name)}`;
    const params = parameters.length > 0 ? [`params: ${type}Body`] : [];
    const validators = [...params, `result: ${type}Response`];
    const row = rows.get(name);
    return constant({ name, summary: `${summary}.`, deprecation }, "MethodCall", row, [
      `validators: ${members(validators)}`,
    ]);
  });
  return calls.join("\n\n");
}

/** Name of a constant, and its comment. */
interface Named {
  readonly name: string;
  readonly summary: string;
  readonly deprecation: Deprecation | undefined;
}

function constant(
  { name, summary, deprecation }: Named,
  type: string,
  info: unknown,
  rest: readonly string[],
): string {
  const fields = [`info: ${JSON.stringify(info)}`, ...rest];
  return `${docComment([summary, deprecatedTag(deprecation)])}
export const ${name}: ${type} = {
${fields.map((field) => `  ${field},`).join("\n")}
};`;
}

function members(fields: readonly string[]): string {
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}
