import { isObject, type Json, type JsonObject } from "./json.ts";

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

/** What a schema says once its reference, and the references that leads to, are followed; words beside them win. */
export function followSchema(schema: JsonObject, schemas: Schemas): JsonObject {
  const { $ref, ...own } = schema;
  if (typeof $ref !== "string") return schema;
  return { ...followSchema(schemas[refName($ref)] ?? {}, schemas), ...own };
}
