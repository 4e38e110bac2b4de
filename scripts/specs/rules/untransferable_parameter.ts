import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { alternativesOf } from "../alternatives_of.ts";
import { operationsOf } from "../calls.ts";
import { AMOUNT_FORMAT } from "../formats.ts";
import { isObject, type Json, type JsonObject } from "../json.ts";
import type { Schemas } from "../layer.ts";
import { readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

const PRIMITIVES: readonly string[] = ["string", "integer", "number", "boolean"];

/** What a REST parameter is written as in a path, a query or a header can be read back. */
export function untransferableParameter(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  const parameters = operationsOf(specs).flatMap((operation) => operation.parameters);
  // Those of a path are the same for each of its operations.
  const places = new Map(parameters.map((each) => [JSON.stringify(each.path), each]));
  return [...places.values()].flatMap(({ name, path, schema }) => {
    const fault = faultOf(schema, schemas);
    if (!fault) return [];
    return [specs.openapi.problem(path, `parameter "${name}" ${fault[0]}`, fault[1])];
  });
}

function faultOf(schema: JsonObject, schemas: Schemas): readonly [string, string] | undefined {
  const alternatives = alternativesOf(schema, schemas);
  const types = alternatives.flatMap(typesOrNone);
  const lists = alternatives.filter((each) => typesOf(each).includes("array"));
  const other = types.find((type) => type !== "array" && !PRIMITIVES.includes(type));
  if (other === "null") {
    return ["may be null, which cannot be told from a text", "Leave the parameter out instead."];
  }
  if (other !== undefined) {
    const what = other === "object" ? "is an object" : "has no type";
    return [
      `${what}, which a URL or header cannot carry`,
      "Take its fields as parameters, or a body.",
    ];
  }
  if (lists.length === 0) return textFault(alternatives, types);
  if (lists.length < alternatives.length || types.length > lists.length) {
    return ["is a list or a value, which cannot be told apart", "Write the list alone."];
  }
  const isPlain = lists.every(
    (list) => list.prefixItems === undefined && isPrimitive(list.items ?? null, schemas),
  );
  if (!isPlain)
    return ["is a list of other than values", "Write `items` of strings, numbers or booleans."];
  if (alternatives.every((each) => each.default === undefined) && schema.default === undefined) {
    return undefined;
  }
  return ["is a list with a default", "Say in the description what holds without it."];
}

/** Texts that are read as values of other types where these are allowed too. */
const READ_AS: Readonly<Record<string, readonly string[]>> = {
  integer: ["0", "7", "42", "1204"],
  number: ["0", "7", "42", "1204", "0.5"],
  boolean: ["true", "false"],
};

/** A text that is written as a value of another type would arrive as that. */
function textFault(
  alternatives: readonly JsonObject[],
  types: readonly string[],
): readonly [string, string] | undefined {
  const others = Object.entries(READ_AS).filter(([type]) => types.includes(type));
  const texts = alternatives.filter((each) => typesOf(each).includes("string"));
  const clash = others.flatMap(([type, samples]) => {
    const found = samples.find((sample) => texts.some((each) => takesText(each, sample)));
    return found === undefined ? [] : [`may be ${type} or text, and "${found}" is both`];
  })[0];
  return clash === undefined
    ? undefined
    : [clash, "Write one type, or a `pattern` or `enum` that no text of the other type fits."];
}

function takesText(
  { const: only, enum: values, format, pattern }: JsonObject,
  text: string,
): boolean {
  if (only !== undefined) return only === text;
  if (Array.isArray(values)) return values.includes(text);
  if (typeof pattern === "string") return new RegExp(pattern, "u").test(text);
  return format === undefined || format === AMOUNT_FORMAT;
}

function isPrimitive(items: Json, schemas: Schemas): boolean {
  if (!isObject(items)) return false;
  return alternativesOf(items, schemas)
    .flatMap(typesOrNone)
    .every((type) => PRIMITIVES.includes(type));
}

function typesOrNone(schema: JsonObject): string[] {
  const types = typesOf(schema);
  return types.length > 0 ? types : ["none"];
}
