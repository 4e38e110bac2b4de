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

/** Emits a constant for each operation, so that a bundler drops unused operations. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map((operation) => {
    const { id } = operation;
    const row = rows.get(id);
    const serializers = row ? serializersOf(row) : [];
    return constant(id, operation, "p.OperationCall", row, [
      `validators: ${operationValidators(operation)}`,
      `serializers: ${serializers.length > 0 ? `{ ${serializers.join(", ")} }` : "{}"}`,
    ]);
  });
  return `${HEADER}
import * as p from "../../parameters.ts";
import * as v from "./validators.gen.ts";

${calls.join("\n\n")}
`;
}

/** The serializers of an operation; the ones for lists are larger, so that only operations with lists have them. */
function serializersOf({ parameters, body }: OperationRow): string[] {
  const names = Object.entries({ path: "serializePath", query: "serializeQuery" });
  const inUrl = names.flatMap(([place, name]) => {
    const placed = parameters.filter((parameter) => parameter.in === place);
    const hasList = placed.some(({ types }) => Array.isArray(types) && types.includes("array"));
    return placed.length > 0 ? [`${place}: p.${name}${hasList ? "Lists" : ""}`] : [];
  });
  const hasHeader = parameters.some((each) => each.in === "header");
  return [
    ...inUrl,
    ...(hasHeader ? ["headers: p.serializeHeaders"] : []),
    ...(body === undefined ? [] : ["body: p.serializeBody"]),
  ];
}

/** Emits a constant for each method or simplified call, in a file for each kind: a method and a call may share a name. */
export function emitMethodCalls(
  { methods, schemas }: Model,
  kind: "method" | "simplified" = "method",
): string {
  const emitted = methods.filter((method) => method.kind === kind);
  const rows = new Map(methodRows(emitted, schemas, "given"));
  const calls = emitted.map((method) =>
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
  row: unknown,
  others: readonly string[],
): string {
  const fields = [`info: ${JSON.stringify(row)}`, ...others];
  return `${docComment([`${summary}.`], "", deprecation)}
export const ${name}: ${type} = {
${fields.map((field) => `  ${field},`).join("\n")}
};`;
}

/** Emits the validators of answers with their locations in the specs, for reports of drift. */
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
