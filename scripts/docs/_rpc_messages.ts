import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import type { Method, PlacedParameter } from "../specs/model/mod.ts";
import { type RpcDocument, valueOf } from "./_rpc_document.ts";

/** A named example of a message, as OpenAPI writes it. */
export type Examples = Record<string, JsonObject>;

/** A method, as far as its requests go. */
export interface Called extends Pick<Method, "name" | "paramStructure"> {
  readonly parameters: readonly Pick<PlacedParameter, "value">[];
}

/** Schema of a request: `envelope` with the method's name, and its parameters in the way that it takes them. */
export function requestSchema(
  rpc: RpcDocument,
  envelope: "request" | "simplified",
  { name, parameters, paramStructure }: Called,
): JsonObject {
  const params = parameters.map(({ value }) => value);
  const schema = rpc.envelope(envelope);
  const properties = objectAt(schema, "properties");
  const { enum: _, ...method } = objectAt(properties, "method");
  const required = params.filter((param) => param.required === true).length;
  return withoutExamples({
    ...schema,
    required: [...new Set([...arrayAt(schema, "required"), ...(required > 0 ? ["params"] : [])])],
    properties: {
      ...properties,
      method: { ...method, const: name, examples: [name] },
      params: paramsSchema(objectAt(properties, "params"), params, paramStructure),
    },
  });
}

function paramsSchema(
  whole: JsonObject,
  params: readonly JsonObject[],
  structure: Method["paramStructure"],
): JsonObject {
  const { items: _, type: __, description, ...about } = withoutExamples(whole);
  const minItems = params.filter((param) => param.required === true).length;
  const list = { type: "array", ...positional(params), minItems };
  if (structure === "by-position") return { description, ...about, ...list };
  if (structure === "by-name")
    return { description: "Parameters by name.", ...about, ...named(params) };
  return {
    description: "Parameters by position, or by name.",
    ...about,
    oneOf: [
      { title: "by position", ...list },
      { title: "by name", ...named(params) },
    ],
  };
}

function named(params: readonly JsonObject[]): JsonObject {
  const properties = params.map((param): [string, JsonObject] => {
    const { title: _, ...item } = positionalItem(param);
    return [textAt(param, "name"), { ...item, description: textAt(param, "description") }];
  });
  const required = params.filter((param) => param.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: required.map((param) => textAt(param, "name")),
    additionalProperties: false,
  };
}

function positional(params: readonly JsonObject[]): JsonObject {
  if (params.length === 0) return { maxItems: 0 };
  return { prefixItems: params.map(positionalItem), maxItems: params.length };
}

function positionalItem(param: JsonObject): JsonObject {
  const schema = objectAt(param, "schema");
  const optional = param.required === true ? "" : "Optional. ";
  return {
    ...schema,
    title: textAt(param, "name"),
    description: `\`${textAt(param, "name")}\`: ${optional}${textAt(param, "description")}`,
    ...(param.deprecated === true
      ? { deprecated: true, "x-deprecated": param["x-deprecated"] }
      : {}),
    "x-source": param["x-source"] ?? schema["x-source"],
    "x-reason": param["x-reason"] ?? schema["x-reason"],
  };
}

/** The parameters of an example, in the way that its method takes them. */
export function paramsOf(example: Json, { paramStructure }: Pick<Method, "paramStructure">): Json {
  const params = arrayAt(example, "params");
  if (paramStructure !== "by-name") return params.map(valueOf);
  return Object.fromEntries(params.map((param) => [textAt(param, "name"), valueOf(param)]));
}

export function requestExample(
  rpc: RpcDocument,
  envelope: "request" | "simplified",
  name: string,
  params: Json,
): JsonObject {
  return { ...firstExample(rpc.envelope(envelope)), method: name, params };
}

/** Schema of an answer: `envelope` with `value` in the place of its property `key`. */
export function answerSchema(envelope: JsonObject, key: string, value: JsonObject): JsonObject {
  const properties = { ...objectAt(envelope, "properties"), [key]: value };
  return withoutExamples({ ...envelope, properties });
}

/** An example answer: the example of `envelope` with `value` under `key`. */
export function answerExample(
  envelope: JsonObject,
  key: string,
  value: Json | undefined,
): JsonObject {
  return { ...firstExample(envelope), [key]: value };
}

/** A schema without its own examples, which the ones beside it replace. */
export function withoutExamples(schema: JsonObject): JsonObject {
  const { examples: _, ...rest } = schema;
  return rest;
}

/** A body of JSON: its schema and examples. */
export function jsonContent(schema: JsonObject, examples: Examples): JsonObject {
  return { "application/json": { schema, examples } };
}

function firstExample(schema: JsonObject): JsonObject {
  const example = arrayAt(schema, "examples")[0];
  return isObject(example) ? example : {};
}
