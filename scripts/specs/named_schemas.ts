import { arrayAt, isObject, type JsonObject, type Json } from "./json.ts";

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
