import { isObject, type Json, type JsonObject } from "./json.ts";

/**
 * How much of a schema holds.
 *
 * `given`: what the interface gives, for clients: decided properties may be absent, decided keywords do not count.
 * `decided`: with `x-decided` on top, for the service.
 */
export type Strength = "given" | "decided";

/** Options of {@linkcode atStrength}. */
export interface StrengthOptions {
  /** At strength `given`: admit any other value where a shape is decided. */
  readonly fallback?: boolean;
  /** Named schemas, to see what a reference stands for. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
}

type Schemas = Readonly<Record<string, JsonObject>>;

const JSON_TYPES = ["object", "array", "string", "number", "boolean", "null"] as const;

/** `schema` as it holds at `strength`: plain JSON Schema, without defaults and without `x-` keywords but open sets. */
export function atStrength(
  schema: JsonObject,
  strength: Strength,
  options: StrengthOptions = {},
): JsonObject {
  const merged = strength === "decided" ? { ...schema, ...decidedKeywords(schema) } : schema;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(merged)) {
    if (key === "x-extensible-enum" && strength === "given") result.format = openSetFormat(value);
    if (key.startsWith("x-") || key === "default" || key === "examples") continue;
    result[key] = child(key, value, strength, options);
  }
  if (strength === "decided") return result;
  if (isDecided(schema) && typeof schema.description === "string")
    result.description = `${schema.description} ${UNDOCUMENTED}`;
  return loosen(result, schema, options);
}

/** What descriptions at strength `given` say of what the interface does not show. */
export const UNDOCUMENTED = "Not shown by the interface: decided.";

/** The format that stands for an open set of values in a merged spec. */
export const OPEN_SET = "open-set:";

function openSetFormat(values: Json | undefined): string {
  return OPEN_SET + (Array.isArray(values) ? values.join("|") : "");
}

function decidedKeywords(schema: JsonObject): JsonObject {
  return isObject(schema["x-decided"]) ? schema["x-decided"] : {};
}

function child(
  key: string,
  value: Json | undefined,
  strength: Strength,
  options: StrengthOptions,
): Json | undefined {
  const at = (schema: Json | undefined): Json | undefined =>
    isObject(schema) ? atStrength(schema, strength, options) : schema;
  if (key === "properties" && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, at(schema)]));
  }
  if (key === "anyOf" && Array.isArray(value)) {
    return value.map((schema) => at(schema) ?? null);
  }
  return key === "items" || key === "additionalProperties" ? at(value) : value;
}

/** Drops decided properties from `required` and, with `fallback`, opens what is decided to other values. */
function loosen(result: JsonObject, source: JsonObject, options: StrengthOptions): JsonObject {
  const properties = isObject(source.properties) ? source.properties : {};
  if (Array.isArray(source.required)) {
    result.required = source.required.filter((name) => !isDecided(properties[String(name)]));
  }
  if (!options.fallback) return result;
  if (isObject(result.properties))
    result.properties = openProperties(result.properties, properties);
  if (Array.isArray(source.anyOf) && Array.isArray(result.anyOf)) {
    result.anyOf = [...result.anyOf, ...otherTypes(source.anyOf, options.schemas ?? {})];
  }
  return result;
}

function openProperties(result: JsonObject, source: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(result).map(([name, schema]) => [
      name,
      isDecided(source[name]) ? { anyOf: [schema ?? {}, {}] } : schema,
    ]),
  );
}

/** Where an alternative other than null is decided: the JSON types that no given alternative speaks for. */
function otherTypes(alternatives: readonly Json[], schemas: Schemas): Json[] {
  if (!alternatives.some((schema) => isDecided(schema) && typesOf(schema, schemas)[0] !== "null")) {
    return [];
  }
  const given = alternatives.filter((schema) => !isDecided(schema));
  const taken = given.flatMap((schema) => typesOf(schema, schemas));
  return [{ type: JSON_TYPES.filter((type) => !taken.includes(type)) }];
}

function typesOf(schema: Json | undefined, schemas: Schemas): string[] {
  if (!isObject(schema)) return [];
  if (typeof schema.$ref === "string") return typesOf(schemas[refName(schema.$ref)], schemas);
  const types = [schema.type ?? []].flat().map(String);
  return types.map((type) => (type === "integer" ? "number" : type));
}

/** The name at the end of a reference to a named schema. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Tells whether the interface does not show it. */
export function isDecided(schema: Json | undefined): boolean {
  return isObject(schema) && schema["x-source"] === "decided";
}
