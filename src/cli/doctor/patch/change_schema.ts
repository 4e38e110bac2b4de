import { isDeepStrictEqual } from "node:util";
import {
  alternativesOf,
  type Fields,
  type SchemaPlace,
  schemaIn,
  type SpecValues,
} from "./locate_schema.ts";

export const MARKS = {
  "x-source": "decided",
  "x-reason": "Found in the responses of a deployed service.",
} as const;

/** Keywords that say something of a value without restricting it: they stay beside alternatives. */
const ANNOTATIONS = ["title", "description", "deprecated", "examples", "x-source", "x-reason"];

/** Formats of strings that a value may be of, the first that fits. */
const STRINGS: readonly (readonly [form: RegExp, keywords: Fields])[] = [
  [/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/, { format: "date-time" }],
  [/^\d+$/, { pattern: "^[0-9]+$" }],
  [/^0x[0-9a-fA-F]+$/, { pattern: "^0x[0-9a-fA-F]*$" }],
];

/** Adds a field that no schema describes; one that an earlier finding added takes this value too. */
export function addField(
  specs: SpecValues,
  above: SchemaPlace,
  name: string,
  value: unknown,
): void {
  const properties = schemaIn(above).properties as Fields;
  if (Object.hasOwn(properties, name)) {
    allowValue(specs, { ...above, holder: properties, key: name }, value);
    return;
  }
  const description = "Sent by a deployed service; not described by the interface.";
  properties[name] = { description, ...schemaOf(value), ...MARKS, examples: [exampleOf(value)] };
}

export function makeOptional(above: SchemaPlace, name: string): void {
  const schema = schemaIn(above);
  const left = (schema.required as readonly string[]).filter((one) => one !== name);
  if (left.length > 0) schema.required = left;
  else delete schema.required;
}

/** Allows a value beside those that the schema has. */
export function allowValue(specs: SpecValues, place: SchemaPlace, value: unknown): void {
  const schema = schemaIn(place);
  const added = { ...schemaOf(value), ...MARKS };
  if (Array.isArray(schema.anyOf)) {
    const isKnown = schema.anyOf.some((one) => isDeepStrictEqual(one, added));
    if (!isKnown) schema.anyOf.push(added);
    return;
  }
  const own: Fields = {};
  for (const [keyword, held] of Object.entries(schema)) {
    if (ANNOTATIONS.includes(keyword)) continue;
    own[keyword] = held;
    delete schema[keyword];
  }
  schema.anyOf = [own, added];
}

/**
 * Adds a value to a set of known ones.
 *
 * @param chain Chain on which it was found.
 * @returns False if there is no set of the value's type, or if it repeats a table of the specs.
 */
export function addKnownValue(
  specs: SpecValues,
  place: SchemaPlace,
  value: unknown,
  chain: string,
): boolean {
  const schemas = alternativesOf(specs, place).map(schemaIn);
  const schema = schemas.find((one) => setsOf(one).length > 0 && one.type === typeOf(value));
  if (!schema || schema["x-repeats"] !== undefined) return false;
  addToSets(schema, value);
  const own = (schema["x-values-by-chain"] as Fields | undefined)?.[chain];
  if (Array.isArray(own) && !own.includes(value)) own.push(value);
  return true;
}

export function addToSets(schema: Fields, value: unknown): void {
  for (const set of setsOf(schema)) if (!set.includes(value)) set.push(value);
}

function setsOf(schema: Fields): unknown[][] {
  const decided = schema["x-decided"] as Fields | undefined;
  return [schema.enum, schema["x-extensible-enum"], decided?.enum].filter((set) =>
    Array.isArray(set),
  ) as unknown[][];
}

function schemaOf(value: unknown): Fields {
  const type = typeOf(value);
  if (type === "object") return { type, additionalProperties: true };
  if (type === "array") return { type, items: {} };
  const [, keywords] =
    STRINGS.find(([form]) => type === "string" && form.test(String(value))) ?? [];
  return { type, ...keywords };
}

/** Values within others are not described, and so not shown. */
function exampleOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return value === null ? "null" : typeof value;
}
