import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type SchemaLayer, schemaAt } from "../specs/layer.ts";
import { plainSchema } from "./hey_api/plain_schema.ts";
import { mapNested } from "../specs/named_schemas.ts";
import {
  type Deprecation,
  deprecationOf,
  type Method,
  type Model,
  type Operation,
  type Parameter,
} from "../specs/model/mod.ts";

/** Paths of the pseudo operations that stand for methods. */
export const METHOD_PATH = "/__rpc/";

/** Options of {@linkcode mergeSpecs}. */
export interface MergeOptions {
  readonly layer: SchemaLayer;
  /** With the methods that control the devnet. */
  readonly dev?: boolean;
}

/**
 * One OpenAPI document of both specs: the operations, and a pseudo operation `POST /__rpc/<method>` for each method,
 * its parameters as properties of the body and its result as the response.
 */
export function mergeSpecs(model: Model, { layer, dev = false }: MergeOptions): JsonObject {
  const at = (schema: JsonObject): JsonObject =>
    plainSchema(schemaAt(withReasons(schema), layer, model.schemas));
  const schemas = Object.entries(model.schemas).map(([name, schema]) => [name, at(schema)]);
  const paths: JsonObject = {};
  for (const operation of model.operations) {
    paths[operation.template] = {
      ...objectAt(paths, operation.template),
      [operation.verb]: mergedOperation(operation, at),
    };
  }
  for (const method of [...model.methods, ...(dev ? model.dev.methods : [])])
    paths[METHOD_PATH + method.name] = { post: mergedMethod(method, at) };
  return {
    openapi: "3.1.1",
    info: { title: "merged", version: "1" },
    paths,
    components: { schemas: Object.fromEntries(schemas) },
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

/** The keywords of a parameter that is deprecated. */
function deprecatedKeywords({ description, deprecation }: Parameter): JsonObject {
  if (!deprecation) return { description };
  return { description: describedWith(description, deprecation), deprecated: true };
}

type At = (schema: JsonObject) => JsonObject;

function mergedOperation(operation: Operation, at: At): JsonObject {
  const { id, summary, description, parameters, body, status, envelope, failures } = operation;
  const responses: JsonObject = {
    [status]: envelope ? response(summary, at(withGivenData(envelope))) : { description: summary },
  };
  for (const [failure, schema] of Object.entries(failures))
    responses[failure] = response(failure, named(schema));
  return {
    operationId: id,
    summary,
    description,
    parameters: parameters.map((parameter) => mergedParameter(parameter, at)),
    ...(body ? { requestBody: { required: body.required, content: json(at(body.schema)) } } : {}),
    responses,
  };
}

/** A success always has `data`, even where its shape was decided. */
function withGivenData(envelope: JsonObject): JsonObject {
  const properties = objectAt(envelope, "properties");
  const { "x-source": _, ...data } = objectAt(properties, "data");
  return { ...envelope, properties: { ...properties, data } };
}

function mergedParameter(parameter: Parameter, at: At): JsonObject {
  const { name, in: place, required, schema } = parameter;
  return { name, in: place, required, ...deprecatedKeywords(parameter), schema: at(schema) };
}

function mergedMethod({ name, parameters, result }: Method, at: At): JsonObject {
  const schema: JsonObject = {
    type: "object",
    required: parameters
      .filter((parameter) => parameter.required)
      .map((parameter) => parameter.name),
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        { ...at(parameter.schema), ...(parameter.deprecation && deprecatedKeywords(parameter)) },
      ]),
    ),
  };
  return {
    operationId: `rpc_${name}`,
    ...(parameters.length > 0 ? { requestBody: { required: true, content: json(schema) } } : {}),
    responses: { 200: response(`Result of \`${name}\`.`, at(result)) },
  };
}

function response(description: string, schema: JsonObject): JsonObject {
  return { description, content: json(schema) };
}

function json(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}

function named(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
