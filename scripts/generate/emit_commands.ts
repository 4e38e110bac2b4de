import type { CommandParameter } from "../../src/tables.ts";
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { followSchema, refName, type Schemas } from "../specs/named_schemas.ts";
import type { Method, Model, Operation, Parameter, Topic } from "../specs/model/mod.ts";
import { alternativesAt } from "./_expected_text.ts";
import { describeParameter, objectFields } from "./_table_rows.ts";
import { HEADER, tableText, union } from "./_source_text.ts";

/** Tables of the command line: each call with its help, its arguments and their known values. */
export function emitCommands({ operations, methods, dev, topics, schemas }: Model): string {
  const rowsOf = (kind: Method["kind"]): [string, object][] =>
    methods.flatMap((one) => (one.kind === kind ? [[one.name, methodRow(one, schemas)]] : []));
  return `${HEADER}
import type { Chain } from "./segments.gen.ts";
import type { CommandInfo, WatchInfo } from "../tables.ts";

/** Name of a schema of the specs. */
export type SchemaName = ${union(Object.keys(schemas))};

/** REST operations, by their ids. */
export const OPERATION_COMMANDS: Readonly<Record<string, CommandInfo<Chain>>> = ${tableText(operations.map((operation) => [operation.id, operationRow(operation, schemas)]))};

/** JSON-RPC methods, by their names. */
export const METHOD_COMMANDS: Readonly<Record<string, CommandInfo<Chain>>> = ${tableText(rowsOf("method"))};

/** Simplified calls, by their names. */
export const SIMPLIFIED_COMMANDS: Readonly<Record<string, CommandInfo<Chain>>> = ${tableText(rowsOf("simplified"))};

/** Methods that control the devnet, by their names. */
export const DEV_COMMANDS: Readonly<Record<string, CommandInfo<Chain>>> = ${tableText(dev.methods.map((method) => [method.name, methodRow(method, schemas)]))};

/** Topics of events, by their names. */
export const WATCH_TOPICS: Readonly<Record<string, WatchInfo<Chain>>> = ${tableText(topics.map((topic) => [topic.name, topicRow(topic, schemas)]))};
`;
}

export function operationRow(operation: Operation, schemas: Schemas) {
  const { summary, description, body, items, safe, source, deprecation, chains } = operation;
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  const others = operation.parameters.filter((parameter) => parameter.in !== "path");
  const fields = objectFields(body?.schema, schemas);
  return {
    ...{ summary, description },
    parameters: [...inPath, ...fields, ...others].map((one) => parameterRow(one, schemas)),
    // A repeated PUT or DELETE does nothing further; the first one does.
    ...{ body: body && true, items, safe: safe && operation.verb === "get" },
    specified: isSpecified(source),
    ...{ deprecated: deprecation, chains },
  };
}

/** The row of a method or a simplified call. */
export function methodRow(method: Method, schemas: Schemas) {
  const { summary, description, parameters, safe, source, deprecation, chains } = method;
  return {
    ...{ summary, description },
    parameters: parameters.map((parameter) => parameterRow(parameter, schemas)),
    ...{ safe, specified: isSpecified(source), deprecated: deprecation, chains },
  };
}

function isSpecified(source: string): boolean {
  return !source.startsWith("Decided:");
}

export function topicRow({ description, filter, chains }: Topic, schemas: Schemas) {
  const filters = objectFields(filter, schemas).map((field) => parameterRow(field, schemas));
  return { description, filters, chains };
}

function parameterRow(parameter: Parameter, schemas: Schemas): CommandParameter {
  const { description } = parameter;
  const { valuesByChain } = describeParameter(parameter, schemas, "decided");
  const values = valuesOf(parameter.schema, schemas);
  const example = exampleOf(parameter.schema, schemas);
  const names = [parameter.schema, ...arrayAt(parameter.schema, "anyOf")].flatMap((one) => {
    const ref = textAt(one, "$ref");
    return ref === "" ? [] : [refName(ref)];
  });
  const row: JsonObject = {
    ...describeParameter(parameter, schemas, "given"),
    description,
    ...(values.length > 0 && { values }),
    ...(valuesByChain !== undefined && { valuesByChain }),
    ...(example !== undefined && { example }),
    ...(names.length > 0 && { schemas: names }),
  };
  return row as unknown as CommandParameter;
}

/** A schema and its alternatives, references followed, each with its decided keywords. */
function withAlternatives(schema: JsonObject, schemas: Schemas): JsonObject[] {
  const own = followSchema(schema, schemas);
  return [{ ...own, ...objectAt(own, "x-decided") }, ...alternativesAt(own, schemas, "decided")];
}

/** The known values, of a list those of its items. */
function valuesOf(schema: JsonObject, schemas: Schemas): string[] {
  const found = withAlternatives(schema, schemas).flatMap((one) => [
    ...(isObject(one.items) ? valuesOf(one.items, schemas) : []),
    ...arrayAt(one, "enum"),
    ...arrayAt(one, "x-extensible-enum"),
    ...Object.values(objectAt(one, "x-values-by-chain")).flat(),
  ]);
  return [...new Set(found.map(String))];
}

function exampleOf(schema: JsonObject, schemas: Schemas): string | undefined {
  const [example] = withAlternatives(schema, schemas).flatMap((one) => arrayAt(one, "examples"));
  if (example === undefined) return undefined;
  return typeof example === "object" ? JSON.stringify(example) : String(example);
}
