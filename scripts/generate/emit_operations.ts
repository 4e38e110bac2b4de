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

/** Name of the schema of a list's items; undefined for an operation that is no list. */
function itemName({ item }: Operation): string | undefined {
  return refName(textAt(item, "$ref")) || undefined;
}

/** A page of a list tells its own number and size: the comment does not repeat their defaults. */
const TOLD_BY_PAGE = ["page", "limit"];

/** For a list: the defaults by which its items are selected and ordered; else empty. */
function defaultsOf({ items, parameters }: Operation): string {
  if (items === undefined) return "";
  const values = parameters
    .filter(({ name, schema }) => schema.default !== undefined && !TOLD_BY_PAGE.includes(name))
    .map(({ name, schema }) => `\`${name}\` is \`${String(schema.default)}\``);
  return values.length > 0 ? `Unless given, ${values.join(" and ")}.` : "";
}

/** Path parameters in the path's order, then the body, then an object of all in the query and the headers. */
function argumentsOf({ id, parameters, body }: Operation): string[] {
  const call = pascalCase(id);
  const parametersIn = (place: string) => parameters.filter((each) => each.in === place);
  const pathArguments = parametersIn("path").map(
    ({ name }) => `${label(name)}: ${callType(call, "Path")}[${literal(name)}]`,
  );
  const places = (["query", "header"] as const).filter((place) => parametersIn(place).length > 0);
  const hasRequired = places.flatMap(parametersIn).some(({ required }) => required);
  // TypeScript allows no required argument behind an optional one: before one that is required, `undefined` is passed.
  const bodyLabel = body?.required || hasRequired ? "body" : "body?";
  const bodyArgument = `${bodyLabel}: ${callType(call, "Body")}${body?.required ? "" : " | undefined"}`;
  const names = places.map((place) => PARTS[place]);
  const lastLabel = names.length > 1 ? "parameters" : names.join("").toLowerCase();
  const lastType = names.map((name) => callType(call, name)).join(" & ");
  return [
    ...pathArguments,
    ...(body ? [bodyArgument] : []),
    ...(names.length > 0 ? [`${lastLabel}${hasRequired ? "" : "?"}: ${lastType}`] : []),
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

/** A row of the table, an `OperationInfo`: what `emit_calls.ts` reads of it. */
export interface OperationRow {
  readonly parameters: readonly JsonObject[];
  readonly body: string | undefined;
}

/** Rows of the table by their ids, with the bounds that hold at `layer`. The order of the keys is that of the generated text. */
export function operationRows(model: Model, layer: Layer): [id: string, row: OperationRow][] {
  const { operations, schemas } = model;
  const isForService = layer === "decided";
  return operations.map((operation) => {
    const { verb, path, server, body, status, items, key, grows, cursor } = operation;
    const { height, identity, open, safe, deprecation: deprecated, chains } = operation;
    const rowOf = (parameter: Parameter): JsonObject => describeInTable(parameter, schemas, layer);
    const bodyFields = isForService && body ? objectFields(body.schema, schemas) : undefined;
    const template = operation.template === path ? undefined : operation.template;
    const answerSchema = schemas[itemName(operation) ?? operation.data ?? ""];
    const clientColumns = { identity, segment: segmentFields(answerSchema, schemas), open };
    const row = {
      ...{ verb, path, template, server, parameters: operation.parameters.map(rowOf) },
      ...{ body: body && (body.required ? "required" : "optional") },
      ...{ fields: bodyFields?.map(rowOf), status, items, key, grows, cursor, height },
      ...(isForService ? {} : clientColumns),
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
