import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import type { RpcDocument } from "./rpc_document.ts";

/** A named example of a message, as OpenAPI writes it. */
export type Examples = Record<string, JsonObject>;

/** Schema of a request: `envelope` with the method's name and its positional parameters in their places. */
export function requestSchema(
  rpc: RpcDocument,
  envelope: "request" | "simplified",
  name: string,
  params: readonly JsonObject[],
): JsonObject {
  const schema = rpc.envelope(envelope);
  const properties = objectAt(schema, "properties");
  const { enum: _, ...method } = objectAt(properties, "method");
  const required = params.filter((param) => param.required === true).length;
  const { items: __, ...list } = objectAt(properties, "params");
  return withoutExamples({
    ...schema,
    required: [...new Set([...arrayAt(schema, "required"), ...(required > 0 ? ["params"] : [])])],
    properties: {
      ...properties,
      method: { ...method, const: name, examples: [name] },
      params: withoutExamples({ ...list, ...positional(params), minItems: required }),
    },
  });
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
    "x-source": param["x-source"] ?? schema["x-source"],
    "x-reason": param["x-reason"] ?? schema["x-reason"],
  };
}

/** An example request. */
export function requestExample(
  rpc: RpcDocument,
  envelope: "request" | "simplified",
  name: string,
  params: Json[],
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
