import type { Deprecation, Method, Model } from "../specs/model/mod.ts";
import { methodRows, methodValidators } from "./emit_methods.ts";
import { type OperationRow, operationRows, operationValidators } from "./emit_operations.ts";
import { deprecatedTag, docComment, HEADER } from "./_source_text.ts";

/** Each operation by itself, so that a bundler drops those that a program does not name. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map((operation) => {
    const { id, summary, deprecation } = operation;
    const row = rows.get(id);
    const serializers = row ? serializersOf(row) : [];
    return constant({ name: id, summary: `${summary}.`, deprecation }, "p.OperationCall", row, [
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

/** Each method by itself, for the same reason. Those of WebSockets alone are not among them. */
export function emitMethodCalls(model: Model): string {
  return `${HEADER}
import type { MethodCall } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

${callsOf("method", model)}
`;
}

/** Each simplified call by itself; a method may have the same name. */
export function emitSimplifiedCalls(model: Model): string {
  return `${HEADER}
import type { MethodCall } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

${callsOf("simplified", model)}
`;
}

function callsOf(kind: Method["kind"], { methods, schemas }: Model): string {
  const own = methods.filter((method) => method.kind === kind);
  const rows = new Map(methodRows(own, schemas, "given"));
  const calls = own.map((method) => {
    const { name, summary, deprecation } = method;
    return constant({ name, summary: `${summary}.`, deprecation }, "MethodCall", rows.get(name), [
      `validators: ${methodValidators(method)}`,
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
