import { AMOUNT_FORMAT } from "../formats.ts";
import { arrayAt, isObject, type JsonObject, objectAt } from "../json.ts";
import type { Model, Parameter, PlacedParameter } from "../model/mod.ts";
import { alternativesOf, type Schemas, typesOf } from "../named_schemas.ts";
import { type Rule, ruleOf } from "./_rule.ts";

const PRIMITIVES: readonly string[] = ["string", "integer", "number", "boolean"];

/** A REST parameter written into a path, a query or a header can be read back. */
export const untransferableParameter: Rule = ruleOf(
  parametersOf,
  function* (parameter, { schemas }) {
    const fault = transferFault(parameter.schema, schemas) ?? carriedFault(parameter, schemas);
    if (fault) yield [[], `parameter "${parameter.name}" ${fault[0]}`, fault[1]];
  },
);

/** The parameters of all operations; those of a path, which its operations share, once. */
function parametersOf({ operations }: Model): PlacedParameter[] {
  const parameters = operations.flatMap(({ declared }) => declared);
  return [...new Map(parameters.map((each) => [each.at.join("\0"), each])).values()];
}

type ParameterFault = readonly [message: string, fix: string];

function transferFault(schema: JsonObject, schemas: Schemas): ParameterFault | undefined {
  const alternatives = alternativesOf(schema, schemas);
  const types = alternatives.flatMap(typesOrNone);
  const other = types.find((type) => type !== "array" && !PRIMITIVES.includes(type));
  if (other === "null")
    return ["may be null, which cannot be told from a string", "Leave the parameter out instead."];
  if (other !== undefined) {
    const what = other === "object" ? "is an object" : "has no type";
    const fix = "Take its fields as parameters, or a body.";
    return [`${what}, which a URL or header cannot carry`, fix];
  }
  const lists = alternatives.filter((each) => typesOf(each).includes("array"));
  if (lists.length === 0) return textFault(alternatives);
  if (types.length > lists.length)
    return ["is a list or a value, which cannot be told apart", "Write the list alone."];
  const items = lists.flatMap((list) =>
    list.prefixItems === undefined ? alternativesOf(objectAt(list, "items"), schemas) : [{}],
  );
  if (!items.flatMap(typesOrNone).every((type) => PRIMITIVES.includes(type)))
    return ["is a list of other than values", "Write `items` of strings, numbers or booleans."];
  const clash = textFault(items);
  const isFilled = [schema, ...alternatives].some((each) => each.default !== undefined);
  if (clash || !isFilled) return clash;
  return ["is a list with a default", "Describe the behaviour without it in the description."];
}

/** Texts that arrive as they were sent. */
const CARRIED: Readonly<Record<string, RegExp>> = {
  path: /^(?!\.{0,2}$)[^/\\]+$/,
  header: /^(?! )[ -~]*(?<! )$/,
};

/** The known values of a parameter, or of the items of a list, can be sent in its place. */
function carriedFault(parameter: Parameter, schemas: Schemas): ParameterFault | undefined {
  const { in: place, explode, schema } = parameter;
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
function textFault(alternatives: readonly JsonObject[]): ParameterFault | undefined {
  const types = alternatives.flatMap(typesOf);
  const texts = alternatives.filter((each) => typesOf(each).includes("string"));
  const numbers = texts.flatMap(textsOf).filter(isNumber);
  for (const [type, samples] of Object.entries(READ_AS)) {
    const written = type === "boolean" ? samples : [...samples, ...numbers];
    const both = written.find((sample) => texts.some((each) => takesText(each, sample)));
    if (!types.includes(type) || both === undefined) continue;
    const fix =
      "Write one type, or a `pattern` or `enum` that no string of the other type matches.";
    return [`may be ${type} or a string, and "${both}" is both`, fix];
  }
  return undefined;
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

function typesOrNone(schema: JsonObject): string[] {
  const types = typesOf(schema);
  return types.length > 0 ? types : ["none"];
}
