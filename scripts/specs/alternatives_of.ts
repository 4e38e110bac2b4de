import { arrayAt, isObject, type JsonObject } from "./json.ts";
import { followSchema, type Schemas } from "./named_schemas.ts";

/** The schemas that a value may follow by `schema`: itself, or its alternatives, with references followed. */
export function alternativesOf(schema: JsonObject, schemas: Schemas): JsonObject[] {
  const own = followSchema(schema, schemas);
  const alternatives = [...arrayAt(own, "anyOf"), ...arrayAt(own, "oneOf")].filter(isObject);
  if (alternatives.length === 0) return [own];
  return alternatives.flatMap((each) => alternativesOf(each, schemas));
}
