import { isObject, type Json, type JsonObject, type Path } from "./json.ts";

/** Keywords of a schema that hold schemas: one, a list, or an object of them by name. */
const NESTING: Readonly<Record<string, "schema" | "list" | "map">> = {
  additionalProperties: "schema",
  allOf: "list",
  anyOf: "list",
  items: "schema",
  oneOf: "list",
  prefixItems: "list",
  properties: "map",
};

/** Paths of the schemas that stand directly within `schema`. True and false count as schemas nowhere but in lists and maps. */
export function nestedPaths(schema: JsonObject): Path[] {
  return Object.entries(NESTING).flatMap(([keyword, nesting]): Path[] => {
    const value = schema[keyword];
    if (nesting === "schema") return isObject(value) ? [[keyword]] : [];
    if (nesting === "list") {
      return Array.isArray(value) ? value.map((_, index) => [keyword, index]) : [];
    }
    return isObject(value) ? Object.keys(value).map((name) => [keyword, name]) : [];
  });
}

/** Copies `schema` with `change` applied to each schema that stands directly within it, below the keyword it is told. */
export function mapNested(
  schema: JsonObject,
  change: (nested: JsonObject, keyword: string) => JsonObject,
): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const nesting = NESTING[keyword];
    const each = (nested: Json | undefined): Json | undefined =>
      isObject(nested) ? change(nested, keyword) : nested;
    if (nesting === "schema") return [keyword, each(value)];
    if (nesting === "list" && Array.isArray(value)) return [keyword, value.map(each)];
    if (nesting !== "map" || !isObject(value)) return [keyword, value];
    const members = Object.entries(value).map(([name, nested]) => [name, each(nested)]);
    return [keyword, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries) as JsonObject;
}
