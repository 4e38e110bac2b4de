import { arrayAt, isObject, type Json, type JsonObject, mapObjects } from "./json.ts";

/** Schemas by name; references lead to `#/components/schemas/<name>`. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** The name at the end of a reference to a named schema. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Tells whether the interface does not show it. */
export function isDecided(schema: Json | undefined): boolean {
  return isObject(schema) && schema["x-source"] === "decided";
}

/** A schema with its references followed; keywords beside a reference win. */
export function followSchema(schema: JsonObject, schemas: Schemas): JsonObject {
  const { $ref, ...own } = schema;
  if (typeof $ref !== "string") return schema;
  return { ...followSchema(schemas[refName($ref)] ?? {}, schemas), ...own };
}

/** Names of the schemas that anything in `value` refers to, however deep. */
export function namesBelow(value: unknown, schemas: Schemas): Set<string> {
  const names = new Set<string>();
  const visit = (json: Json): void => {
    if (Array.isArray(json)) return json.forEach(visit);
    if (!isObject(json)) return;
    for (const [key, item] of Object.entries(json)) {
      const name = key === "$ref" && typeof item === "string" ? refName(item) : undefined;
      if (name !== undefined && !names.has(name)) {
        names.add(name);
        visit(schemas[name] ?? {});
      } else visit(item ?? null);
    }
  };
  visit(value as Json);
  return names;
}

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

/** The schemas that a value may follow by `schema`: itself, or its alternatives, with references followed. */
export function alternativesOf(schema: JsonObject, schemas: Schemas): JsonObject[] {
  const own = followSchema(schema, schemas);
  const alternatives = [...arrayAt(own, "anyOf"), ...arrayAt(own, "oneOf")].filter(isObject);
  if (alternatives.length === 0) return [own];
  return alternatives.flatMap((each) => alternativesOf(each, schemas));
}

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

/** A schema with references into `openapi.yaml` made local. */
export function localRefs(schema: Json): Json {
  return mapObjects(schema, (object) =>
    typeof object.$ref === "string"
      ? { ...object, $ref: object.$ref.slice(object.$ref.indexOf("#")) }
      : object,
  );
}
