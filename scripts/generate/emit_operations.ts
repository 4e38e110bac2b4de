import { type JsonObject, textAt } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import type { Layer } from "../specs/layer.ts";
import type { Model, Operation, Parameter } from "../specs/model/mod.ts";
import { segmentFields } from "./_segment_fields.ts";
import { describeInTable, objectFields, gatewayMarks } from "./_table_rows.ts";
import { PARTS } from "./merge.ts";
import { pascalCase } from "../specs/generated_names.ts";
import {
  callRows,
  callType,
  callComment,
  docComment,
  HEADER,
  label,
  literal,
  propertyKey,
  tableText,
  union,
} from "./_source_text.ts";

/** Emits the operations for clients: arguments and decoded results as types, and a table of the calls. */
export function emitClientOperations(model: Model): string {
  const members = model.operations.map(clientMember);
  return `${HEADER}
import type { OperationCall } from "../../parameters.ts";
import type * as Types from "../types.gen.ts";
import * as calls from "./operation_calls.gen.ts";

/** The REST operations: arguments, decoded \`data\`, item of a list, chains that have it. */
export interface Operations {
${members.join("\n\n")}
}

/** Name of a REST operation. */
export type OperationId = keyof Operations;

/** Every operation: its row of the specs, and its validators. */
export const OPERATION_CALLS: Readonly<Record<OperationId, OperationCall>> = {
${callRows(model.operations.map(({ id }) => id))}
};
`;
}

function clientMember(operation: Operation): string {
  const { id, data, chains } = operation;
  const item = itemName(operation);
  return `${callComment(operation, [defaultsOf(operation)])}
  ${id}: {
    args: [${argumentsOf(operation).join(", ")}];
    data: ${data === undefined ? "undefined" : `Types.${data}`};
    item: ${item ? `Types.${item}` : "never"};
    chains: ${union(chains)};
  };`;
}

/** Parameters that the page itself shows as they were in effect. */
const SHOWN = ["page", "limit"];

/** Says of a list which values select and order its items where the caller does not. */
function defaultsOf({ items, parameters }: Operation): string {
  if (items === undefined) return "";
  const values = parameters
    .filter(({ name, schema }) => schema.default !== undefined && !SHOWN.includes(name))
    .map(({ name, schema }) => `\`${name}\` is \`${String(schema.default)}\``);
  return values.length > 0 ? `Unless given, ${values.join(" and ")}.` : "";
}

/** Path parameters in the path's order, then the body, then an object of all in the query and the headers. */
function argumentsOf({ id, parameters, body }: Operation): string[] {
  const call = pascalCase(id);
  const args = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name }) => `${label(name)}: ${callType(call, "Path")}[${literal(name)}]`);
  const named = (["query", "header"] as const).flatMap((place) => {
    const own = parameters.filter((each) => each.in === place);
    return own.length > 0 ? [{ part: callType(call, PARTS[place]), own }] : [];
  });
  const isRequired = named.some(({ own }) => own.some(({ required }) => required));
  if (body) {
    const value = `${callType(call, "Body")}${body.required ? "" : " | undefined"}`;
    args.push(`body${body.required || isRequired ? "" : "?"}: ${value}`);
  }
  if (named.length === 0) return args;
  const types = named.map(({ part }) => part).join(" & ");
  return [
    ...args,
    `${named.length > 1 ? "parameters" : "query"}${isRequired ? "" : "?"}: ${types}`,
  ];
}

/** Emits the operations for the service: validated input with defaults filled in, \`data\` to answer, and a table. */
export function emitServiceOperations(model: Model): string {
  const limited = model.operations.flatMap(({ id, limit }) =>
    limit === undefined ? [] : [`\n  ${id}: ${literal(limit)};`],
  );
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../../tables.ts";
import type { OperationValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

/** The REST operations: what a handler is given, what it answers, which server and chains have it. */
export interface ServiceOperations {
${model.operations.map(serviceMember).join("\n\n")}
}

/** Name of a REST operation. */
export type OperationId = keyof ServiceOperations;

/** The limit that an operation has for itself, of those that have one: the service counts it. */
export interface OperationLimits {${limited.join("")}
}

/** Table of the operations, for use at run time. */
export const OPERATIONS: Readonly<Record<OperationId, OperationInfo<Chain>>> = ${tableText(operationRows(model, "decided"))};

/** Validators of the operations. */
export const OPERATION_VALIDATORS: Readonly<Record<OperationId, OperationValidators>> = {
${model.operations.map((operation) => `  ${operation.id}: ${operationValidators(operation)},`).join("\n")}
};
`;
}

function serviceMember(operation: Operation): string {
  const { id, summary, data, scope, chains } = operation;
  return `${docComment([`${summary}.`], "  ")}
  ${id}: {
    input: {
      path: ${inputType(operation, "path")};
      query: ${inputType(operation, "query")};
      headers: ${inputType(operation, "header")};
      body: ${bodyType(operation)};
    };
    data: ${data === undefined ? "undefined" : `Wire<Types.${data}>`};
    scope: ${literal(scope)};
    chains: ${union(chains)};
  };`;
}

function bodyType({ id, body }: Operation): string {
  if (!body) return "undefined";
  return `Wire<${callType(pascalCase(id), "Body")}>${body.required ? "" : " | undefined"}`;
}

function inputType({ id, parameters }: Operation, place: keyof typeof PARTS): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  const fields = own.map((parameter) => {
    const type = `Wire<${callType(pascalCase(id), PARTS[place])}[${literal(parameter.name)}]>`;
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

/** A row of the table: an `OperationInfo`, as far as it is read here. */
export interface OperationRow {
  readonly parameters: readonly JsonObject[];
  readonly body: string | undefined;
}

/** Rows of the table by their ids, with the bounds that hold at `layer`. */
export function operationRows(model: Model, layer: Layer): [id: string, row: OperationRow][] {
  const { operations, schemas } = model;
  return operations.map((operation) => {
    const { verb, path, server, body, status, items, key, grows, cursor } = operation;
    const { height, identity, open, safe, deprecation: deprecated, chains } = operation;
    const describe = (parameter: Parameter): JsonObject =>
      describeInTable(parameter, schemas, layer);
    const parameters = operation.parameters.map(describe);
    const ofBody = body && layer === "decided" ? objectFields(body.schema, schemas) : undefined;
    const template = operation.template === path ? undefined : operation.template;
    const answer = schemas[itemName(operation) ?? operation.data ?? ""];
    const row = {
      ...{ verb, path, template, server, parameters },
      ...{ body: body && (body.required ? "required" : "optional"), fields: ofBody?.map(describe) },
      ...{ status, items, key, grows, cursor, height },
      ...(layer === "given" ? { identity, segment: segmentFields(answer, schemas), open } : {}),
      ...{ safe, ...gatewayMarks(operation, layer), deprecated, chains },
    };
    return [operation.id, row];
  });
}

/** Validators of an operation: of its parameters by place and name, of its body, and of the data of its answer. */
export function operationValidators({ id, parameters, body, data }: Operation): string {
  const type = `v.z${pascalCase(id)}`;
  const places = Object.entries(PARTS).filter(([place]) =>
    parameters.some((each) => each.in === place),
  );
  const members = [
    ...places.map(([, part]) => `${part.toLowerCase()}: ${type}${part}`),
    ...(body ? [`body: ${type}Body`] : []),
    ...(data === undefined ? [] : [`data: v.z${data}`]),
  ];
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}

/** Name of the schema of a list's items; undefined for an operation that is no list. */
function itemName({ item }: Operation): string | undefined {
  return refName(textAt(item, "$ref")) || undefined;
}
