import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type SchemaLayer, schemaAt } from "../specs/layer.ts";
import { deprecatedTag, plainText } from "./_source_text.ts";
import { plainSchema } from "./hey_api/run_hey_api.ts";
import { isDecided, mapNested } from "../specs/named_schemas.ts";
import { pascalCase } from "../specs/generated_names.ts";
import {
  allMethods,
  type Deprecation,
  deprecationOf,
  type Method,
  type Model,
  type Operation,
  type Parameter,
} from "../specs/model/mod.ts";

/**
 * One OpenAPI document of the schemas of both specs at `layer`, for validators: those that are named, and of each operation
 * and method one for each part of its arguments and one for its answer, such as `ListBlocksQuery` and `ListBlocksResponse`.
 */
export function mergeSpecs(model: Model, layer: SchemaLayer): JsonObject {
  const at = (schema: JsonObject): JsonObject =>
    plainSchema(schemaAt(schema, layer, model.schemas));
  // Clients have no methods that control the devnet.
  const methods = layer === "given" ? model.methods : allMethods(model);
  return documentOf({ ...namedSchemas(model, at), ...callSchemas(model, methods, at) });
}

/**
 * The same for types, which follow the specs alone. Those of calls are in one, `calls`, since declarations of users may name
 * only exports of the package.
 */
export function mergeTypes(model: Model): JsonObject {
  const at = (schema: JsonObject): JsonObject =>
    plainSchema(schemaAt(withComments(schema), "documented", model.schemas));
  const properties = callSchemas(model, allMethods(model), at);
  const description = "Parts of the arguments of calls, and their answers.";
  const calls = { type: "object", description, required: Object.keys(properties), properties };
  return documentOf({ ...namedSchemas(model, at), calls });
}

function documentOf(schemas: JsonObject): JsonObject {
  const info = { title: "merged", version: "1" };
  return { openapi: "3.1.1", info, paths: {}, components: { schemas } };
}

function namedSchemas({ schemas }: Model, at: At): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, at(schema)]));
}

function callSchemas({ operations }: Model, methods: readonly Method[], at: At): JsonObject {
  return Object.fromEntries([
    ...operations.flatMap((operation) => operationSchemas(operation, at)),
    ...methods.flatMap((method) => methodSchemas(method, at)),
  ]);
}

/** Says of each extension and of each deprecated part in its comment that it is one, and why it is deprecated. */
function withComments(schema: JsonObject): JsonObject {
  const { deprecated: _, title, ...whole } = mapNested(schema, withComments);
  const words = typeof title === "string" ? { title: plainText(title) } : {};
  return { ...words, ...whole, ...describedWith(describedText(schema), deprecationOf(schema)) };
}

/** The description of a schema; that of an extension says that it is one. */
export function describedText(schema: JsonObject): string {
  const text = textAt(schema, "description");
  return isDecided(schema) && text !== "" ? `${text} Not shown by the interface: decided.` : text;
}

/** The description as hey-api copies it to a comment; a bare `deprecated` would give a tag without the reason. */
function describedWith(description: string, deprecation: Deprecation | undefined): JsonObject {
  const text = [plainText(description), deprecatedTag(deprecation)].filter(Boolean).join("\n\n");
  return text === "" ? {} : { description: text };
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
    {
      ...at(parameter.schema),
      ...describedWith(parameter.description, parameter.deprecation),
    },
  ]);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: "object", required, properties: Object.fromEntries(properties) };
}
