import { isObject, type Json } from "../json.ts";

/** Values that a keyword may hold. */
export interface Shape {
  /** In the words of a message. */
  readonly expected: string;
  /** Tells whether `value` is that; `chains` are the chains of the specs. */
  fits(value: Json, chains: readonly string[]): boolean;
  /** Name of the place that the objects in it are, and how they stand in it. */
  readonly below?: { readonly place: string; readonly as: "one" | "list" | "map" };
  /** The names that objects in it may have, and these in words. */
  readonly names?: { readonly pattern: RegExp; readonly words: string };
}

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];
const SLUG = {
  pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  words: "a name of lower-case letters and digits, with single hyphens between them",
};
const PATHS = {
  pattern: /^\/([^{}]|\{[^{}]+\})*$/,
  words: "a path that starts with a slash, with each parameter as `{name}`",
};
const STATUSES = { pattern: /^[1-5]\d\d$/, words: 'a status, such as "200"' };
const JSON_ALONE = { pattern: /^application\/json$/, words: "application/json" };

/** The shapes that have a name; `one …`, `list …` and `map …` hold objects of a place. */
const SHAPES: Readonly<Record<string, Shape>> = {
  text: { expected: "a string", fits: (value) => typeof value === "string" && value !== "" },
  flag: { expected: "true or false", fits: (value) => typeof value === "boolean" },
  number: { expected: "a number", fits: (value) => typeof value === "number" },
  step: { expected: "a number above 0", fits: (value) => typeof value === "number" && value > 0 },
  integer: { expected: "an integer", fits: (value) => Number.isInteger(value) },
  count: { expected: "an integer from 0", fits: (value) => isWhole(value, 0) },
  positive: { expected: "a whole number from 1", fits: (value) => isWhole(value, 1) },
  limit: {
    expected: "a whole number from 1, or null for no limit",
    fits: (value) => value === null || isWhole(value, 1),
  },
  "refusal status": {
    expected: "an HTTP status from 400 to 599",
    fits: (value) => isWhole(value, 400) && Number(value) <= 599,
  },
  any: { expected: "a value", fits: () => true },
  object: { expected: "an object", fits: isObject },
  list: { expected: "a list of values", fits: (value) => Array.isArray(value) },
  "empty list": {
    expected: "`[]`, or leave it out",
    fits: (value) => Array.isArray(value) && value.length === 0,
  },
  values: { expected: "a list of values, at least one", fits: (value) => isListOf(value, 1) },
  texts: { expected: "a list of strings", fits: (value) => isListOf(value, 0, isText) },
  "property names": {
    expected: "a list of property names, each once, in the object that has them",
    fits: (value) => isListOf(value, 0, isText) && isDistinct(value),
  },
  scalar: { expected: "a string, a number, true, false or null", fits: isScalar },
  scalars: {
    expected: "a list of strings, numbers, true, false or null, at least one and each once",
    fits: (value) => isListOf(value, 1, isScalar) && isDistinct(value),
  },
  types: {
    expected: `${TYPES.slice(0, -1).join(", ")} or ${TYPES.at(-1)}, or a list of some of them`,
    fits: (value) => isListOf([value].flat(), 1, isType) && isDistinct([value].flat()),
  },
  pattern: {
    expected: "a regular expression, as JavaScript reads it with the flag u",
    fits: (value) => typeof value === "string" && isPattern(value),
  },
  "openapi version": matching(/^3\.1\.\d+$/, "a version 3.1"),
  "openrpc version": matching(/^1\.3\.\d+$/, "a version 1.3"),
  version: matching(/^\d+\.\d+\.\d+(-[\w.-]+)?$/, "a version such as 1.2.0"),
  "pascal case": matching(/^([A-Z][a-z0-9]*)+$/, "a name in Pascal case"),
  slug: matching(SLUG.pattern, SLUG.words),
  day: { expected: 'a day, such as "2026-01-31"', fits: isDay },
  chains: {
    expected: "a list of chains, at least one and each once",
    fits: (value, chains) =>
      isListOf(value, 1, (chain) => chains.includes(String(chain))) && isDistinct(value),
  },
  "chain lists": {
    expected: "an object with a list of values for each chain",
    fits: (value, chains) =>
      isObject(value) &&
      Object.keys(value).every((chain) => chains.includes(chain)) &&
      chains.every((chain) => Array.isArray(value[chain])),
  },
  identity: {
    expected: "an object with a list of fields for each parameter, at least one and each once",
    fits: (value) =>
      isObject(value) &&
      Object.values(value).every(
        (fields = null) => isListOf(fields, 1, isText) && isDistinct(fields),
      ),
  },
  growth: {
    expected: "start, end, or one of them for each value of a parameter",
    fits: (value) =>
      isEnd(value) || (isObject(value) && Object.values(value).every((ends) => isEnds(ends))),
  },
  "one server": {
    ...holding("list", "server", "a list of one server"),
    fits: (value) => Array.isArray(value) && value.length === 1,
  },
  paths: {
    ...holding("map", "path item", "an object of paths, at least one", PATHS),
    fits: (value) => isObject(value) && Object.keys(value).length > 0,
  },
  "responses by status": holding("map", "response", "an object of responses by status", STATUSES),
  content: holding("map", "media type", "an object with `application/json` alone", JSON_ALONE),
  segments: holding("map", "segment", "an object of segments", SLUG),
  schemas: {
    ...holding("list", "schema", "a list of schemas, at least one"),
    fits: (value) => isListOf(value, 1),
  },
  "two schemas": {
    ...holding("list", "schema", "a list of schemas, at least two"),
    fits: (value) => isListOf(value, 2),
  },
  "schema or flag": {
    ...holding("one", "schema", "true, false or a schema"),
    fits: (value) => typeof value === "boolean" || isObject(value),
  },
  items: {
    ...holding("one", "schema", "a schema"),
    fits: (value) => value === false || isObject(value),
  },
};

/** The shape called `name`: one of those above, objects of a place, or texts with `or` between them; `words` say it. */
export function shapeOf(name: string, words = "an object"): Shape {
  const known = SHAPES[name];
  if (known) return known;
  const [, as, place] = /^(one|list|map) (.+)$/.exec(name) ?? [];
  if (place !== undefined) return holding(as as "one" | "list" | "map", place, words);
  const values = name.split(" or ");
  return { expected: name, fits: (value) => values.includes(String(value)) };
}

function holding(
  as: "one" | "list" | "map",
  place: string,
  expected: string,
  names?: Shape["names"],
): Shape {
  const fits = as === "list" ? (value: Json): boolean => Array.isArray(value) : isObject;
  return { expected, fits, below: { place, as }, ...(names ? { names } : {}) };
}

function matching(pattern: RegExp, expected: string): Shape {
  return { expected, fits: (value) => typeof value === "string" && pattern.test(value) };
}

function isListOf(
  value: Json,
  least: number,
  fits: (item: Json) => boolean = () => true,
): value is Json[] {
  return Array.isArray(value) && value.length >= least && value.every((item) => fits(item));
}

function isDistinct(values: readonly Json[]): boolean {
  return new Set(values).size === values.length;
}

function isWhole(value: Json, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

function isScalar(value: Json): boolean {
  return !Array.isArray(value) && !isObject(value);
}

function isType(value: Json): boolean {
  return TYPES.includes(String(value));
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function isDay(value: Json): boolean {
  const date = new Date(`${String(value)}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(String(value));
}

function isEnd(value: Json | undefined): boolean {
  return value === "start" || value === "end";
}

function isEnds(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).every(isEnd);
}
