import { AMOUNT_FORMAT } from "./formats.ts";
import { isObject, type Json } from "./json.ts";
import { refName, type Schemas } from "./named_schemas.ts";

/** Tells whether a value of `schema` holds an amount, which clients decode. */
export function hasAmount(
  schema: Json,
  schemas: Schemas,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (Array.isArray(schema)) return schema.some((each) => hasAmount(each, schemas, seen));
  if (!isObject(schema)) return false;
  if (schema.format === AMOUNT_FORMAT) return true;
  const { $ref, ...own } = schema;
  const name = typeof $ref === "string" ? refName($ref) : undefined;
  if (name !== undefined && !seen.has(name)) {
    if (hasAmount(schemas[name] ?? {}, schemas, new Set([...seen, name]))) return true;
  }
  return Object.values(own).some((each) => hasAmount(each ?? null, schemas, seen));
}
