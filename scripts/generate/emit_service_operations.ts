import type { Model, Operation, Parameter } from "../specs/model/mod.ts";
import { PARTS } from "./merge.ts";
import { operationTable } from "./operation_table.ts";
import { docComment, HEADER, literal, pascalCase, propertyKey, union } from "./source_text.ts";

/** Emits the operations for the service: validated input with defaults filled in, \`data\` to answer, and a table. */
export function emitServiceOperations(model: Model): string {
  const limited = model.operations.flatMap(({ id, limit }) =>
    limit === undefined ? [] : [`\n  ${id}: ${literal(limit)};`],
  );
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../../tables.ts";
import type * as Types from "./types.gen.ts";

/** The REST operations: what a handler is given, what it answers, which server and chains have it. */
export interface ServiceOperations {
${model.operations.map(member).join("\n\n")}
}

/** Name of a REST operation. */
export type OperationId = keyof ServiceOperations;

/** The limit that an operation has for itself, of those that have one: the service counts it. */
export interface OperationLimits {${limited.join("")}
}

/** Table of the operations, for use at run time. */
export const OPERATIONS: Readonly<Record<OperationId, OperationInfo<Chain>>> = ${operationTable(model, "decided")};
`;
}

function member(operation: Operation): string {
  const { id, summary, data, scope, chains } = operation;
  return `${docComment([`${summary}.`], "  ")}
  ${id}: {
    input: {
      path: ${inputType(operation, "path")};
      query: ${inputType(operation, "query")};
      headers: ${inputType(operation, "header")};
      body: ${bodyType(operation)};
    };
    data: ${data === undefined ? "undefined" : `Types.${data}`};
    scope: ${literal(scope)};
    chains: ${union(chains)};
  };`;
}

function bodyType({ id, body }: Operation): string {
  if (!body) return "undefined";
  return `Types.${pascalCase(id)}Body${body.required ? "" : " | undefined"}`;
}

function inputType({ id, parameters }: Operation, place: keyof typeof PARTS): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  const fields = own.map((parameter) => {
    const type = `Types.${pascalCase(id)}${PARTS[place]}[${literal(parameter.name)}]`;
    return isFilled(parameter)
      ? `${propertyKey(parameter.name)}: NonNullable<${type}>`
      : `${propertyKey(parameter.name)}?: ${type}`;
  });
  return fields.length > 0 ? `{ ${fields.join("; ")} }` : "Record<never, never>";
}

/** True if a handler always gets a value: a required one, or the default. */
function isFilled({ required, schema }: Parameter): boolean {
  return required || schema.default !== undefined;
}
