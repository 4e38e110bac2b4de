import { Ajv2020 } from "ajv/dist/2020.js";
import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { isObject, type Json, type JsonObject, type Path } from "../json.ts";
import { type SchemaPlace, schemasOf } from "../schemas_of.ts";
import { shorten } from "./_shorten.ts";

const META_SCHEMA = "https://json-schema.org/draft/2020-12/schema";

const TEXT = "a text";
const NUMBER = "a number";
const COUNT = "an integer from 0";

/** What each keyword may be, for messages; others are for other rules. */
const EXPECTED: Readonly<Record<string, string>> = {
  $ref: TEXT,
  type: "array, boolean, integer, null, number, object or string, or a list of some of them",
  enum: "a list of values",
  anyOf: "a list of schemas, at least one",
  properties: "an object of schemas by name",
  required: "a list of names of properties, each once",
  additionalProperties: "true, false or a schema",
  minimum: NUMBER,
  maximum: NUMBER,
  minLength: COUNT,
  maxLength: COUNT,
  minItems: COUNT,
  maxItems: COUNT,
  pattern: "a regular expression, as JavaScript reads it with the flag u",
  format: TEXT,
  title: TEXT,
  description: TEXT,
  examples: "a list of values",
  deprecated: "true or false",
};

/** Each keyword of a schema, given or decided, has a value that JSON Schema 2020-12 allows. */
export function invalidSchema({ openapi, openrpc }: Specs): Problem[] {
  const check = new Ajv2020({ allErrors: true }).getSchema(META_SCHEMA);
  if (!check) throw new Error(`Cannot check schemas: the validator does not have ${META_SCHEMA}`);
  const faultyKeywords = (schema: JsonObject): string[] => {
    const own = withoutNested(schema);
    if (check(own) === true) return isPattern(schema.pattern) ? [] : ["pattern"];
    const keywords = (check.errors ?? []).map(({ instancePath }) => instancePath.split("/")[1]);
    return Object.keys(EXPECTED).filter((keyword) => keywords.includes(keyword));
  };
  return [...schemasOf(openapi), ...schemasOf(openrpc)].flatMap((place) =>
    placeProblems(place, faultyKeywords),
  );
}

function placeProblems(
  { spec, path, value }: SchemaPlace,
  faultyKeywords: (schema: JsonObject) => string[],
): Problem[] {
  if (!isObject(value)) {
    const fix = "Write an object of keywords, such as `{ type: string }`.";
    return [spec.problem(path, `${shorten(value)} is no schema`, fix)];
  }
  const faults = (schema: Json | undefined, at: Path): Problem[] =>
    (isObject(schema) ? faultyKeywords(schema) : []).map((keyword) =>
      spec.problem(
        [...at, keyword],
        `keyword "${keyword}" of a schema cannot be ${shorten(spec.at([...at, keyword]))}`,
        `Write ${EXPECTED[keyword]}.`,
      ),
    );
  return [...faults(value, path), ...faults(value["x-decided"], [...path, "x-decided"])];
}

/** The schema with empty ones in the place of those within it, which are checked by themselves. */
function withoutNested(schema: JsonObject): JsonObject {
  const { properties, anyOf, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, {}])) }
      : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(() => ({})) } : {}),
    ...(items === undefined ? {} : { items: {} }),
    ...(isObject(additionalProperties) ? { additionalProperties: {} } : {}),
  };
}

function isPattern(pattern: Json | undefined): boolean {
  if (typeof pattern !== "string") return true;
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
