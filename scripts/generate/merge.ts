import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type SchemaLayer, schemaAt } from "../specs/layer.ts";
import { plainSchema } from "./hey_api/run_hey_api.ts";
import { mapNested } from "../specs/named_schemas.ts";
import { pascalCase } from "../specs/generated_names.ts";
import {
  type Deprecation,
  deprecationOf,
  type Method,
  type Model,
  type Operation,
  type Parameter,
} from "../specs/model/mod.ts";

/** Options of {@linkcode mergeSpecs}. */
interface MergeOptions {
  readonly layer: SchemaLayer;
  /** With the methods that control the devnet. */
  readonly dev?: boolean;
}

/**
 * One OpenAPI document of both specs, of schemas alone: those that are named, and of each operation and method one for
 * each part of its arguments and one for its answer, such as `ListBlocksQuery` and `ListBlocksResponse`.
 */
export function mergeSpecs(model: Model, { layer, dev = false }: MergeOptions): JsonObject {
  const at = (schema: JsonObject): JsonObject =>
    plainSchema(schemaAt(withReasons(schema), layer, model.schemas));
  const named = Object.entries(model.schemas).map(([name, schema]) => [name, at(schema)]);
  const methods = [...model.methods, ...(dev ? model.dev.methods : [])];
  const ofCalls = [
    ...model.operations.flatMap((operation) => operationSchemas(operation, at)),
    ...methods.flatMap((method) => methodSchemas(method, at)),
  ];
  return {
    openapi: "3.1.1",
    info: { title: "merged", version: "1" },
    paths: {},
    components: { schemas: Object.fromEntries([...named, ...ofCalls]) },
  };
}

/** Says in the description of each deprecated part why it is. */
function withReasons(schema: JsonObject): JsonObject {
  const whole = mapNested(schema, withReasons);
  const description = describedWith(textAt(schema, "description"), deprecationOf(schema));
  return description === "" ? whole : { ...whole, description };
}

function describedWith(description: string, deprecation: Deprecation | undefined): string {
  return deprecation?.reason
    ? `${description} Deprecated: ${deprecation.reason}`.trim()
    : description;
}

/** What a parameter's own words add to its schema: its description, and that it is deprecated. */
function describedKeywords({ description, deprecation }: Parameter): JsonObject {
  const text = describedWith(description, deprecation);
  return { ...(text !== "" && { description: text }), ...(deprecation && { deprecated: true }) };
}

type At = (schema: JsonObject) => JsonObject;

type Named = readonly [name: string, schema: JsonObject];

/** Parts of an operation's arguments by the place of their parameters. */
export const PARTS = { path: "Path", query: "Query", header: "Headers" } as const;

function operationSchemas({ id, parameters, body, envelope }: Operation, at: At): Named[] {
  const name = pascalCase(id);
  const parts = Object.entries(PARTS).flatMap(([place, part]): Named[] => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return own.length > 0 ? [[name + part, objectOf(own, at)]] : [];
  });
  return [
    ...parts,
    ...(body ? [[`${name}Body`, at(body.schema)] as const] : []),
    ...(envelope ? [[`${name}Response`, at(withGivenData(envelope))] as const] : []),
  ];
}

function methodSchemas({ name, parameters, result }: Method, at: At): Named[] {
  const own = `Rpc${pascalCase(name)}`;
  return [
    ...(parameters.length > 0 ? [[`${own}Body`, objectOf(parameters, at)] as const] : []),
    [`${own}Response`, at(result)],
  ];
}

/** A success always has `data`, even where its shape was decided. */
function withGivenData(envelope: JsonObject): JsonObject {
  const properties = objectAt(envelope, "properties");
  const { "x-source": _, ...data } = objectAt(properties, "data");
  return { ...envelope, properties: { ...properties, data } };
}

/** The schema of an object that has `parameters` as its properties. */
function objectOf(parameters: readonly Parameter[], at: At): JsonObject {
  const properties = parameters.map((parameter) => [
    parameter.name,
    { ...at(parameter.schema), ...describedKeywords(parameter) },
  ]);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: "object", required, properties: Object.fromEntries(properties) };
}
