import { isObject, type Json } from "../json.ts";
import {
  ANY,
  COUNT,
  custom,
  FLAG,
  follows,
  LIST,
  listOf,
  mapOf,
  NUMBER,
  OBJECT,
  one,
  or,
  type Place,
  refused,
  TEXT,
  VALUES,
  type Verdict,
} from "./verdict.ts";
import { CHAIN_LISTS, CHAINS, DEPRECATION, SOURCE, TABLE } from "./marks.ts";

const EVERYWHERE = "types, validators, docs";
const VALIDATORS = "validators, docs";
const DOCS = "docs";

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];
const TYPE = custom(`${listed(TYPES)}, or a list of some of them`, (value) => {
  const types = [value].flat();
  const known = types.every((type) => TYPES.includes(String(type)));
  return known && types.length > 0 && new Set(types).size === types.length;
});
const PATTERN = custom(
  "a regular expression, as JavaScript reads it with the flag u",
  (value) => typeof value === "string" && isPattern(value),
);
const SCALARS = custom(
  "a list of texts, numbers, true, false or null, at least one and each once",
  (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar) && isDistinct(value),
);
const SCALAR = custom("a text, a number, true, false or null", isScalar);
const NAMES = custom(
  "a list of names of properties, each once",
  (value) =>
    Array.isArray(value) && value.every((name) => typeof name === "string") && isDistinct(value),
);
const STEP = custom("a number above 0", (value) => typeof value === "number" && value > 0);

/** What decides which values are allowed, and may be decided on top of what the interface gives. */
const BOUNDS: Readonly<Record<string, Verdict>> = {
  enum: follows(EVERYWHERE, SCALARS),
  const: follows(EVERYWHERE, SCALAR),
  minimum: follows(VALIDATORS, NUMBER),
  maximum: follows(VALIDATORS, NUMBER),
  exclusiveMinimum: follows(VALIDATORS, NUMBER),
  exclusiveMaximum: follows(VALIDATORS, NUMBER),
  multipleOf: follows(VALIDATORS, STEP),
  minLength: follows(`${VALIDATORS}; in UTF-16 units`, COUNT),
  maxLength: follows(`${VALIDATORS}; in UTF-16 units`, COUNT),
  pattern: follows(VALIDATORS, PATTERN),
  minItems: follows(VALIDATORS, COUNT),
  maxItems: follows(VALIDATORS, COUNT),
  required: follows(EVERYWHERE, NAMES),
  default: follows("of a parameter: what the service takes where it is left out; else docs", ANY),
};

const DISCRIMINATOR: Place = {
  name: "a discriminator",
  needs: ["propertyName"],
  keywords: {
    propertyName: follows(
      `${VALIDATORS}: each alternative requires it as a const or an enum`,
      TEXT,
    ),
    mapping: follows("docs; it must say what the alternatives say", OBJECT),
  },
};

export const SCHEMA_PLACES: Readonly<Record<string, Place>> = {
  schema: {
    name: "a schema",
    keywords: {
      $ref: follows(EVERYWHERE, TEXT),
      type: follows(EVERYWHERE, TYPE),
      ...BOUNDS,
      format: follows(`${EVERYWHERE}; decimal-integer is a bigint in the client`, TEXT),
      properties: follows(EVERYWHERE, mapOf("schema", "an object of schemas by name")),
      additionalProperties: follows(
        EVERYWHERE,
        or([true, false], one("schema", "true, false or a schema")),
      ),
      items: follows(EVERYWHERE, or([false], one("schema", "a schema"))),
      prefixItems: follows(
        `${EVERYWHERE}, with \`items: false\` and all items required by \`minItems\``,
        listOf("schema", "a list of schemas, at least one", 1),
      ),
      anyOf: follows(EVERYWHERE, listOf("schema", "a list of schemas, at least two", 2)),
      oneOf: follows(
        `${EVERYWHERE}, with a discriminator`,
        listOf("schema", "a list of schemas, at least two", 2),
      ),
      allOf: follows(
        `${EVERYWHERE}: its objects become one`,
        listOf("schema", "a list of schemas, at least one", 1),
      ),
      discriminator: follows(VALIDATORS, one("discriminator", "an object with `propertyName`")),
      title: follows(DOCS, TEXT),
      description: follows("types, docs", TEXT),
      examples: follows(`${DOCS}; each is validated`, LIST),
      deprecated: follows("types, docs", FLAG),
      ...DEPRECATION,
      externalDocs: follows(DOCS, one("external documentation", "an object")),
      $comment: follows("nothing: a note to authors", TEXT),
      ...SOURCE,
      "x-decided": follows(
        "validators of the service, docs",
        one("decided keywords", "an object of keywords"),
      ),
      "x-extensible-enum": follows("types, docs: the known values of a set that may grow", VALUES),
      "x-values-by-chain": follows("the service, docs", CHAIN_LISTS),
      "x-repeats": follows("the check that its values are those of a table of the specs", TABLE),
      "x-chains": follows("docs: the chains that have the field", CHAINS),
      "x-expected": follows("messages of errors", TEXT),
      ...refused("Write `examples`, a list.", "example"),
      ...refused("Write the alternatives with `anyOf`.", "if", "then", "else", "not"),
      ...refused(
        "Say in the description what the items must be.",
        ...(["contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems"] as const),
      ),
      ...refused(
        "Name the properties, or describe the others with `additionalProperties`.",
        ...(["patternProperties", "propertyNames", "minProperties", "maxProperties"] as const),
        ...(["unevaluatedProperties"] as const),
      ),
      ...refused(
        "Write alternatives with `anyOf`, each with what it requires.",
        ...(["dependentSchemas", "dependentRequired", "dependencies"] as const),
      ),
      ...refused(
        "Write it below components.schemas, and refer to it there.",
        ...(["$defs", "definitions", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor"] as const),
        ...(["$recursiveRef", "$recursiveAnchor"] as const),
      ),
      ...refused("Leave it out: both specs use JSON Schema 2020-12.", "$schema", "$vocabulary"),
      ...refused(
        "Say in the description what the text holds.",
        ...(["contentEncoding", "contentMediaType", "contentSchema"] as const),
      ),
      ...refused("Write one schema for requests and one for responses.", "readOnly", "writeOnly"),
      ...refused("Leave it out: bodies are JSON.", "xml"),
    },
  },
  "decided keywords": {
    name: "x-decided of a schema",
    keywords: BOUNDS,
  },
  discriminator: DISCRIMINATOR,
};

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function isScalar(value: Json): boolean {
  return !Array.isArray(value) && !isObject(value);
}

function isDistinct(values: readonly Json[]): boolean {
  return new Set(values).size === values.length;
}
