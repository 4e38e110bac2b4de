import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  textAt,
} from "./json.ts";

/** Schemas by name; references lead to `#/components/schemas/<name>`. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** The part of a reference to a named schema before its name. */
export const SCHEMAS = "#/components/schemas/";

/** The name at the end of a reference to a named schema. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Tells whether the interface does not show it. */
export function isDecided(schema: Json | undefined): boolean {
  return isObject(schema) && schema["x-source"] === "decided";
}

/** The named schema that `schema` is a reference to. */
export function targetOf(
  schema: Json | undefined,
  schemas: Schemas | JsonObject,
): JsonObject | undefined {
  const target = schemas[refName(textAt(schema, "$ref"))];
  return isObject(target) ? target : undefined;
}

/** A schema with its references followed; keywords beside a reference win. */
export function followSchema(schema: JsonObject, schemas: Schemas): JsonObject {
  const { $ref, ...own } = schema;
  if (typeof $ref !== "string") return schema;
  return { ...followSchema(targetOf(schema, schemas) ?? {}, schemas), ...own };
}

/** Names of the schemas that anything in `value` refers to, however deep. */
export function namesBelow(value: unknown, schemas: Schemas): Set<string> {
  const names = new Set<string>();
  const visit = (json: Json): void => {
    if (Array.isArray(json)) return json.forEach(visit);
    if (!isObject(json)) return;
    for (const [key, item] of Object.entries(json)) {
      const ref = key === "$ref" && typeof item === "string" ? item : "";
      const name = ref.includes(SCHEMAS) ? refName(ref) : undefined;
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

/** JSON types that a value may have by `schema`, by its alternatives; none for one of them that names no type. */
export function typesIn(schema: Json | undefined, schemas: Schemas): string[] {
  return isObject(schema) ? alternativesOf(schema, schemas).flatMap(typesOf) : [];
}

/** The properties of an object, or of all objects among its alternatives. */
export function fieldsIn(schema: Json | undefined, schemas: Schemas): JsonObject {
  const objects = isObject(schema) ? alternativesOf(schema, schemas) : [];
  return Object.assign({}, ...objects.map((each) => objectAt(each, "properties"))) as JsonObject;
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
export function localRefs<Value extends Json>(schema: Value): Value {
  return mapObjects(schema, (object) =>
    typeof object.$ref === "string"
      ? { ...object, $ref: object.$ref.slice(object.$ref.indexOf("#")) }
      : object,
  );
}

/** Keywords of an object that its parts may have, beside words. */
const OF_OBJECTS = ["type", "properties", "required", "allOf", "$ref"];

/**
 * `schema` with the objects of its `allOf` made one: their properties and required names beside its own.
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

/** Says which property the parts of an `allOf` do not agree on, or which of them is no plain object. */
export function allOfFault(
  schema: JsonObject,
  schemas: Schemas,
): readonly [message: string, fix: string] | undefined {
  const own: JsonObject = { type: "object", ...schema, allOf: undefined, deprecated: undefined };
  const seen = new Map<string, string>();
  for (const part of [...partsOf(arrayAt(schema, "allOf"), schemas), own]) {
    if (part.type !== "object")
      return [`a part is ${String(part.type ?? "any value")}`, insteadOf(schema)];
    const other = Object.keys(part).find(
      (key) => part[key] !== undefined && !OF_OBJECTS.includes(key) && !isWord(key),
    );
    if (other !== undefined) {
      const fix = `Take "${other}" out of the part, or write one object with all properties.`;
      return [`a part has "${other}"`, fix];
    }
    for (const [name, value] of Object.entries(objectAt(part, "properties"))) {
      const text = JSON.stringify(value);
      if ((seen.get(name) ?? text) !== text) {
        const fix = `Take "${name}" out of the part that others share, and write it in each schema that has that part.`;
        return [`the parts differ in the property "${name}"`, fix];
      }
      seen.set(name, text);
    }
  }
  return undefined;
}

/** The remedy for an `allOf` of anything but objects. */
function insteadOf(schema: JsonObject): string {
  const [only, ...others] = arrayAt(schema, "allOf")
    .filter(isObject)
    .filter((part) => !Object.keys(part).every(isWord));
  return only?.$ref !== undefined && others.length === 0
    ? `Write \`$ref: "${String(only.$ref)}"\` without \`allOf\`; a description may stand beside it.`
    : "Write one schema with the keywords of all parts.";
}

const WORDS = ["title", "description", "examples", "$comment"];

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
