import {
  type Call,
  type Method,
  type Model,
  type Operation,
  specOfSchema,
} from "../specs/model/mod.ts";
import { pascalCase } from "../specs/generated_names.ts";
import { docComment, HEADER } from "./_source_text.ts";
import { methodRows, methodValidators } from "./emit_methods.ts";
import { type OperationRow, operationRows, operationValidators } from "./emit_operations.ts";

/** Each operation by itself, so that a bundler drops those that a program does not name. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map((operation) => {
    const { id } = operation;
    const row = rows.get(id);
    const serializers = row ? serializersOf(row) : [];
    return constant(id, operation, "p.OperationCall", row, [
      `validators: ${operationValidators(operation)}`,
      `serializers: ${members(serializers)}`,
    ]);
  });
  return `${HEADER}
import * as p from "../../parameters.ts";
import * as v from "./validators.gen.ts";

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

/** Each method by itself, for the same reason, or each simplified call: one may have the name of a method. */
export function emitMethodCalls(
  { methods, schemas }: Model,
  kind: "method" | "simplified" = "method",
): string {
  const own = methods.filter((method) => method.kind === kind);
  const rows = new Map(methodRows(own, schemas, "given"));
  const calls = own.map((method) =>
    constant(method.name, method, "MethodCall", rows.get(method.name), [
      `validators: ${methodValidators(method)}`,
    ]),
  );
  return `${HEADER}
import type { MethodCall } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

${calls.join("\n\n")}
`;
}

function constant(
  name: string,
  { summary, deprecation }: Call,
  type: string,
  info: unknown,
  rest: readonly string[],
): string {
  const fields = [`info: ${JSON.stringify(info)}`, ...rest];
  return `${docComment([`${summary}.`], "", deprecation)}
export const ${name}: ${type} = {
${fields.map((field) => `  ${field},`).join("\n")}
};`;
}

function members(fields: readonly string[]): string {
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

/** Validators of answers, each with its place in the specs, for comparing answers with the specs. */
export function emitAnswers(model: Model): string {
  const { schemas, operations, methods, rpcError } = model;
  const named = Object.keys(schemas).map(
    (name) => `  [v.z${name}, "${specOfSchema(model, name).file}#/components/schemas/${name}"],`,
  );
  return `${HEADER}
import type { PlacedValidator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Place of each named schema. */
export const SCHEMA_PLACES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
${named.join("\n")}
]);

/** Bodies of REST answers: by operation, then by status. */
export const REST_ANSWERS: Readonly<Record<string, Readonly<Record<string, PlacedValidator>>>> = {
${operations.map(answersOf).join("\n")}
};

/** The error of a JSON-RPC reply. */
export const RPC_ERROR: PlacedValidator = {
  at: "openrpc.json#/components/schemas/${rpcError}",
  validator: v.z${rpcError},
};

/** Results of JSON-RPC methods and simplified calls. */
export const RPC_RESULTS: Readonly<Record<string, PlacedValidator>> = {
${methods.map(resultOf).join("\n")}
};
`;
}

function answersOf({ id, template, verb, status, envelope, failures }: Operation): string {
  const pointer = template.replaceAll("~", "~0").replaceAll("/", "~1");
  const at = `openapi.yaml#/paths/${pointer}/${verb}/responses`;
  const rows = [[String(status), envelope ? `v.z${pascalCase(id)}Response` : "undefined"]];
  for (const [code, name] of Object.entries(failures)) rows.push([code, `v.z${name}`]);
  const placed = rows.map(
    ([code, validator]) =>
      `${JSON.stringify(code)}: { at: "${at}/${code}", validator: ${validator} }`,
  );
  return `  ${id}: { ${placed.join(", ")} },`;
}

function resultOf({ name }: Method, index: number): string {
  const at = `openrpc.json#/methods/${index}/result/schema`;
  return `  ${name}: { at: "${at}", validator: v.zRpc${pascalCase(name)}Response },`;
}
