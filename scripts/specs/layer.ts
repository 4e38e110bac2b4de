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
 * The part of a schema that holds for a validator.
 *
 * `given`: what the interface specifies, for clients: decided properties may be absent, decided keywords do not count.
 * `decided`: with `x-decided` on top, for the service.
 */
export type Layer = "given" | "decided";

/** `documented`: as `decided`, with the known values of open sets, of which a comparison takes no others. */
export type SchemaLayer = Layer | "documented";

/**
 * Mark in the layer `given`: the shape is an extension, so a deployed service may send any other. Its value tells whether
 * there is an amount in it, which is decoded where the shape is as specified.
 */
export const OPEN = "x-open";

/** Mark in the layer `given`: JSON types that are admitted beside the alternatives, since one of those is an extension. */
export const OTHER_TYPES = "x-other-types";

/** The marks above and those of the specs that the generators of code read. */
const KEPT = [OPEN, OTHER_TYPES, "x-extensible-enum"];

/** `schema` as it holds in `layer`: plain JSON Schema without defaults, and in the layer `given` with the marks above. */
export function schemaAt(
  schema: JsonObject,
  layer: SchemaLayer,
  schemas: Schemas = {},
): JsonObject {
  if (layer !== "given") return decidedAt(schema, layer, schemas);
  const given = givenAt(schema, schemas);
  return isDecided(schema) && schema.type === "object" ? open(given, schemas) : given;
}

function decidedAt(schema: JsonObject, layer: SchemaLayer, schemas: Schemas): JsonObject {
  const whole = flattenAllOf(schema, schemas);
  const decided = isObject(whole["x-decided"]) ? whole["x-decided"] : {};
  const { "x-extensible-enum": known, ...plain } = withoutMarks({ ...whole, ...decided });
  if (layer === "documented" && known !== undefined) plain["x-extensible-enum"] = known;
  return mapNested(plain, (nested) => decidedAt(nested, layer, schemas));
}

function givenAt(source: JsonObject, schemas: Schemas): JsonObject {
  const schema = flattenAllOf(source, schemas);
  const result = mapNested(withoutMarks(schema), (nested, keyword) => {
    const given = givenAt(nested, schemas);
    return keyword === "properties" && isDecided(nested) ? open(given, schemas) : given;
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

/** JSON types of alternatives that are extensions: those of no specified alternative, except null. */
function otherTypes(alternatives: readonly Json[], schemas: Schemas): string[] {
  const decided = alternatives.filter(isDecided);
  if (decided.every((schema) => typesIn(schema, schemas)[0] === "null")) return [];
  const given = alternatives.filter((schema) => !isDecided(schema));
  const taken = given.flatMap((schema) => typesIn(schema, schemas));
  const isTaken = (type: string): boolean =>
    taken.includes(type) || (type === "number" && taken.includes("integer"));
  return JSON_TYPES.filter((type) => !isTaken(type));
}

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
