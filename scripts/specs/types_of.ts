import { arrayAt, type Json, type JsonObject } from "./json.ts";

/** JSON types of a schema by its own words: its `type`, or those of its values; none where it has neither. */
export function typesOf(schema: JsonObject): string[] {
  if (schema.type !== undefined) return [schema.type].flat().map(String);
  const values = schema.const === undefined ? arrayAt(schema, "enum") : [schema.const];
  return [...new Set(values.map(typeOf))];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
