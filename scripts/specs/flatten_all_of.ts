import { arrayAt, isObject, type Json, type JsonObject, objectAt } from "./json.ts";
import { followSchema, isDecided, type Schemas } from "./named_schemas.ts";

/** Keywords of an object that its parts may have; what else stands in a part is words. */
const OF_OBJECTS = ["type", "properties", "required", "allOf", "$ref"];

/**
 * `schema` with the objects of its `allOf` made one: their properties, and what they require, beside its own.
 *
 * Generated validators would otherwise read a value once for each part, and could not put the results together again.
 */
export function flattenAllOf(schema: JsonObject, schemas: Schemas): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...own } = schema;
  const parts = [...partsOf(allOf, schemas), own];
  const required = new Set(parts.flatMap((part) => arrayAt(part, "required")));
  const properties = Object.assign({}, ...parts.map(propertiesOf)) as JsonObject;
  return { ...own, type: "object", properties, required: [...required] };
}

/** Why the parts of an `allOf` cannot be made one object, and what to write. */
export interface AllOfFault {
  readonly message: string;
  readonly fix: string;
}

/** Says which property the parts of an `allOf` do not agree on, or which of them is no plain object. */
export function allOfFault(schema: JsonObject, schemas: Schemas): AllOfFault | undefined {
  const own: JsonObject = { type: "object", ...schema, allOf: undefined, deprecated: undefined };
  const parts = [...partsOf(arrayAt(schema, "allOf"), schemas), own];
  const seen = new Map<string, string>();
  for (const part of parts) {
    if (part.type !== "object") {
      return { message: `a part is ${String(part.type ?? "any value")}`, fix: insteadOf(schema) };
    }
    const other = Object.keys(part).find((key) => isFurther(key, part[key]));
    if (other !== undefined) {
      const fix = `Take "${other}" out of the part, or write one object with all properties.`;
      return { message: `a part has "${other}"`, fix };
    }
    for (const [name, value] of Object.entries(objectAt(part, "properties"))) {
      const text = JSON.stringify(value);
      if ((seen.get(name) ?? text) !== text) {
        const fix = `Take "${name}" out of the part that others share, and write it in each schema that has that part.`;
        return { message: `the parts differ in the property "${name}"`, fix };
      }
      seen.set(name, text);
    }
  }
  return undefined;
}

/** What to write in place of an `allOf` of anything but objects. */
function insteadOf(schema: JsonObject): string {
  const parts = arrayAt(schema, "allOf")
    .filter(isObject)
    .filter((part) => Object.keys(part).some((key) => !isWord(key)));
  const [only] = parts;
  return parts.length === 1 && only?.$ref !== undefined
    ? `Write \`$ref: "${String(only.$ref)}"\` without \`allOf\`; a description may stand beside it.`
    : "Write one schema with the keywords of all parts.";
}

const WORDS = ["title", "description", "examples", "$comment"];

function isFurther(key: string, value: Json | undefined): boolean {
  return value !== undefined && !OF_OBJECTS.includes(key) && !isWord(key);
}

function isWord(key: string): boolean {
  return WORDS.includes(key) || (key.startsWith("x-") && key !== "x-decided");
}

/** The objects that `allOf` stands for, references followed. */
function partsOf(allOf: readonly Json[], schemas: Schemas): JsonObject[] {
  return allOf.filter(isObject).flatMap((part) => {
    const target = followSchema(part, schemas);
    if (target.allOf === undefined) return [target];
    const whole = { type: "object", ...target, allOf: undefined };
    return [...partsOf(arrayAt(target, "allOf"), schemas), whole];
  });
}

/** Properties of a decided part are decided themselves. */
function propertiesOf(part: JsonObject): JsonObject {
  const properties = objectAt(part, "properties");
  if (!isDecided(part)) return properties;
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    isObject(value) ? { "x-source": "decided", ...value } : value,
  ]);
  return Object.fromEntries(entries) as JsonObject;
}
