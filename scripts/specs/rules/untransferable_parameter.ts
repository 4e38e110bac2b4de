import { alternativesOf, typesOf } from "../named_schemas.ts";
import { AMOUNT_FORMAT } from "../formats.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt } from "../json.ts";
import type { Schemas } from "../named_schemas.ts";
import { type Parameter, readModel } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import { type Specs } from "../specs.ts";

const PRIMITIVES: readonly string[] = ["string", "integer", "number", "boolean"];

/** A REST parameter written into a path, a query or a header can be read back. */
export function untransferableParameter(specs: Specs): Problem[] {
  const { operations, schemas } = readModel(specs);
  const parameters = operations.flatMap(({ declared }) => declared);
  // Parameters of a path are the same for each of its operations.
  const places = new Map(parameters.map((each) => [JSON.stringify(each.at), each]));
  return [...places.values()].flatMap((parameter) => {
    const { name, at, schema } = parameter;
    const fault = transferFault(schema, schemas) ?? carriedFault(parameter, schemas);
    if (!fault) return [];
    return [specs.openapi.problem(at, `parameter "${name}" ${fault[0]}`, fault[1])];
  });
}

function transferFault(
  schema: JsonObject,
  schemas: Schemas,
): readonly [string, string] | undefined {
  const alternatives = alternativesOf(schema, schemas);
  const types = alternatives.flatMap(typesOrNone);
  const lists = alternatives.filter((each) => typesOf(each).includes("array"));
  const other = types.find((type) => type !== "array" && !PRIMITIVES.includes(type));
  if (other === "null") {
    return ["may be null, which cannot be told from a string", "Leave the parameter out instead."];
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
  const items = lists.flatMap((list) => alternativesOf(objectAt(list, "items"), schemas));
  const clash = textFault(items, items.flatMap(typesOrNone));
  if (clash) return clash;
  if (alternatives.every((each) => each.default === undefined) && schema.default === undefined) {
    return undefined;
  }
  return ["is a list with a default", "Describe the behaviour without it in the description."];
}

/** Texts that arrive as they were sent. */
const CARRIED: Readonly<Record<string, RegExp>> = {
  path: /^(?!\.{0,2}$)[^/\\]+$/,
  header: /^(?! )[ -~]*(?<! )$/,
};

/** The known values of a parameter, or of the items of a list, can be sent in its place. */
function carriedFault(
  { in: place, explode, schema }: Parameter,
  schemas: Schemas,
): readonly [string, string] | undefined {
  const alternatives = alternativesOf(schema, schemas);
  const items = alternatives.flatMap((each) =>
    isObject(each.items) ? alternativesOf(each.items, schemas) : [],
  );
  const isJoined = items.length > 0 && (place !== "query" || !explode);
  const wrong = [...alternatives, ...items]
    .flatMap(textsOf)
    .find((text) => CARRIED[place]?.test(text) === false || (isJoined && /^$|,/.test(text)));
  if (wrong === undefined) return undefined;
  const where = isJoined ? "list joined by commas" : place;
  return [`may be ${JSON.stringify(wrong)}, which no ${where} can carry`, "Write another value."];
}

/** The known values of a schema that are texts. */
function textsOf(schema: JsonObject): string[] {
  const values = schema.const === undefined ? arrayAt(schema, "enum") : [schema.const];
  return values.filter((value) => typeof value === "string");
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
    const known = texts.flatMap(textsOf).filter((text) => type !== "boolean" && isNumber(text));
    const found = [...samples, ...known].find((sample) =>
      texts.some((each) => takesText(each, sample)),
    );
    return found === undefined ? [] : [`may be ${type} or a string, and "${found}" is both`];
  })[0];
  return clash === undefined
    ? undefined
    : [clash, "Write one type, or a `pattern` or `enum` that no string of the other type matches."];
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
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
