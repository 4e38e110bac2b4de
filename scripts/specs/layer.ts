import {
  flattenAllOf,
  isDecided,
  mapNested,
  refName,
  type Schemas,
  typesIn,
} from "./named_schemas.ts";
import { AMOUNT_FORMAT } from "./formats.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";

/**
 * The part of a schema that a validator checks. `given` is the part specified by the interface, for clients: extensions may be
 * absent, and their keywords are ignored. `decided` adds the extensions, for the service.
 */
export type Layer = "given" | "decided";

/** `documented` is `decided` with the known values of open sets, to which reports of drift compare. */
export type SchemaLayer = Layer | "documented";

/**
 * Mark in the layer `given` of an extension, for which a deployed service may send any other shape. The value is `amounts` if
 * the documented shape has amounts to decode, or else `any`.
 */
export const OPEN = "x-open";

/** Mark in the layer `given` of alternatives with an extension among them: further JSON types that are admitted. */
export const OTHER_TYPES = "x-other-types";

/** The marks above, and a mark of the specs that the code generators read. */
const KEPT = [OPEN, OTHER_TYPES, "x-extensible-enum"];

/** The part of `schema` in `layer`: JSON Schema without defaults, in the layer `given` with the marks above. */
export function schemaAt(
  schema: JsonObject,
  layer: SchemaLayer,
  schemas: Schemas = {},
): JsonObject {
  if (layer !== "given") return decidedAt(schema, layer, schemas);
  const part = specifiedAt(schema, schemas);
  return isDecided(schema) && schema.type === "object" ? open(part, schemas) : part;
}

function decidedAt(schema: JsonObject, layer: SchemaLayer, schemas: Schemas): JsonObject {
  const whole = flattenAllOf(schema, schemas);
  const decided = isObject(whole["x-decided"]) ? whole["x-decided"] : {};
  const { "x-extensible-enum": known, ...plain } = withoutMarks({ ...whole, ...decided });
  if (layer === "documented" && known !== undefined) plain["x-extensible-enum"] = known;
  return mapNested(plain, (nested) => decidedAt(nested, layer, schemas));
}

function specifiedAt(source: JsonObject, schemas: Schemas): JsonObject {
  const schema = flattenAllOf(source, schemas);
  const result = mapNested(withoutMarks(schema), (nested, keyword) => {
    const part = specifiedAt(nested, schemas);
    return keyword === "properties" && isDecided(nested) ? open(part, schemas) : part;
  });
  const { properties, required } = schema;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(required)) {
    const known = isObject(properties) ? properties : {};
    result.required = required.filter((name) => !isDecided(known[String(name)]));
  }
  const others = Array.isArray(alternatives) ? otherTypes(alternatives, schemas) : [];
  if (others.length > 0) result[OTHER_TYPES] = others;
  return result;
}

function open(schema: JsonObject, schemas: Schemas): JsonObject {
  return { ...schema, [OPEN]: hasAmount(schema, schemas) ? "amounts" : "any" };
}

function withoutMarks(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(
    ([key]) =>
      KEPT.includes(key) || !(key.startsWith("x-") || ["default", "examples"].includes(key)),
  );
  return Object.fromEntries(entries);
}

const JSON_TYPES = ["object", "array", "string", "number", "boolean", "null"] as const;

/** JSON types that no specified alternative has; none if all extensions are null. */
function otherTypes(alternatives: readonly Json[], schemas: Schemas): string[] {
  const decided = alternatives.filter(isDecided);
  if (decided.every((schema) => typesIn(schema, schemas)[0] === "null")) return [];
  const specified = alternatives.filter((schema) => !isDecided(schema));
  const taken = specified.flatMap((schema) => typesIn(schema, schemas));
  const isTaken = (type: string): boolean =>
    taken.includes(type) || (type === "number" && taken.includes("integer"));
  return JSON_TYPES.filter((type) => !isTaken(type));
}

/** Tells whether a value of `schema` may contain an amount, which clients decode. */
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
