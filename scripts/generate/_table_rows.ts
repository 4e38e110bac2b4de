import { AMOUNT_FORMAT } from "../specs/formats.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from "../specs/json.ts";
import type { Layer } from "../specs/layer.ts";
import { deprecationOf, type Parameter } from "../specs/model/mod.ts";
import {
  alternativesOf,
  followSchema,
  type Schemas,
  targetOf,
  typesOf,
} from "../specs/named_schemas.ts";

/** A row of a table for `parameter`, with the bounds that hold at `layer`. */
export function describeParameter(
  parameter: Parameter,
  schemas: Schemas,
  layer: Layer,
): JsonObject {
  const alternatives = alternativesAt(parameter.schema, schemas, layer);
  const merged: JsonObject = Object.assign({}, ...alternatives);
  const items = alternatives.flatMap((schema) =>
    isObject(schema.items) ? alternativesAt(schema.items, schemas, layer) : [],
  );
  const info: JsonObject = {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required || undefined,
    types: givenTypes(alternatives, layer),
    ...(items.length > 0
      ? { items: givenTypes(items, layer), explode: parameter.in === "query" && parameter.explode }
      : {}),
    expected: alternatives.map((schema) => expectedOf(schema, schemas, layer)).join(" or "),
  };
  for (const key of ["default", "minimum", "maximum", "enum", "format"]) {
    const value = key === "default" ? (parameter.schema.default ?? merged.default) : merged[key];
    if (value !== undefined && (key === "default" || alternatives.length === 1)) info[key] = value;
  }
  if (parameter.deprecation) info.deprecated = true;
  const byChain = merged["x-values-by-chain"];
  if (layer === "decided" && byChain !== undefined) info.valuesByChain = byChain;
  return info;
}

/** The same for the table of a layer: that of clients is in their bundles, and has only what they read. */
export function describeInTable(parameter: Parameter, schemas: Schemas, layer: Layer): JsonObject {
  const row = describeParameter(parameter, schemas, layer);
  return layer === "given" ? { ...row, enum: undefined } : row;
}

/** The schemas a value may follow, references resolved and `x-decided` merged in where it holds. */
function alternativesAt(schema: JsonObject, schemas: Schemas, layer: Layer): JsonObject[] {
  const alternatives = alternativesOf(schema, schemas);
  if (layer !== "decided") return alternatives;
  return alternatives.map((each) => ({ ...each, ...objectAt(each, "x-decided") }));
}

/** Types that a caller gives: in the layer of clients an amount is a `bigint`. */
function givenTypes(alternatives: readonly JsonObject[], layer: Layer): string[] {
  const types = alternatives.flatMap((schema) => {
    if (isAmount(schema, layer)) return ["bigint"];
    const own = typesOf(schema);
    return own.length > 0 ? own : ["string"];
  });
  return [...new Set(types)];
}

function isAmount({ format }: JsonObject, layer: Layer): boolean {
  return layer === "given" && format === AMOUNT_FORMAT;
}

function expectedOf(schema: JsonObject, schemas: Schemas, layer: Layer): string {
  if (isAmount(schema, layer)) return "a bigint";
  if (typeof schema["x-expected"] === "string") return schema["x-expected"];
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) {
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  const type = textAt(schema, "type");
  if (type === "array")
    return `an array${countText(schema.minItems, schema.maxItems, "items")}${itemsText(schema, schemas, layer)}`;
  if (type !== "string") return `${withArticle(type || "value")}${rangeText(schema)}`;
  if (schema.pattern) return `a string matching ${schema.pattern}`;
  if (schema.format) return `a string of format ${schema.format}`;
  return `a string${countText(schema.minLength, schema.maxLength, "characters")}`;
}

function itemsText({ items }: JsonObject, schemas: Schemas, layer: Layer): string {
  if (!isObject(items) || Object.keys(items).length === 0) return "";
  const each = alternativesAt(items, schemas, layer);
  return `, each ${each.map((schema) => expectedOf(schema, schemas, layer)).join(" or ")}`;
}

function withArticle(type: string): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function rangeText({ format, minimum, maximum }: JsonObject): string {
  const [least, most] =
    format === "int32" ? [minimum ?? -(2 ** 31), maximum ?? 2 ** 31 - 1] : [minimum, maximum];
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` from ${least}`;
  return most === undefined ? "" : ` up to ${most}`;
}

function countText(least: Json | undefined, most: Json | undefined, what: string): string {
  if (least !== undefined && most !== undefined) return ` of ${least} to ${most} ${what}`;
  if (least !== undefined) return ` of ${least} or more ${what}`;
  return most === undefined ? "" : ` of up to ${most} ${what}`;
}

/** The fields of an object, written out or named, each as a parameter. */
export function objectFields(object: JsonObject | undefined, schemas: Schemas): Parameter[] {
  const schema = targetOf(object, schemas) ?? object;
  const required = arrayAt(schema, "required");
  return Object.entries(objectsAt(schema, "properties")).map(([name, field]) => ({
    name,
    in: "body",
    required: required.includes(name),
    description: textAt(field, "description"),
    schema: field,
    deprecation: deprecationOf(field),
    explode: false,
  }));
}

/** Columns of a segment by what a schema says that it repeats. */
const COLUMNS: Readonly<Record<string, string>> = {
  "x-segments": "segment",
  "x-segments.chain": "chain",
  "x-segments.network": "network",
};

/**
 * The fields of an answer that tell of what segment it is, and which part of the segment each shows; `list.field` of the
 * items of a list.
 */
export function segmentFields(
  answer: JsonObject | undefined,
  schemas: Schemas,
): JsonObject | undefined {
  const fields = fieldsIn(answer ?? {}, schemas, true);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

type Field = readonly [path: string, column: string];

function fieldsIn(value: JsonObject, schemas: Schemas, withLists = false): Field[] {
  return alternativesOf(value, schemas).flatMap((each) =>
    Object.entries(objectsAt(each, "properties")).flatMap(([name, schema]): Field[] => {
      const column = columnOf(schema, schemas);
      if (column !== undefined) return [[name, column]];
      const items = withLists ? followSchema(schema, schemas).items : undefined;
      const nested = isObject(items) ? fieldsIn(items, schemas) : [];
      return nested.map(([path, found]) => [`${name}.${path}`, found]);
    }),
  );
}

function columnOf(schema: JsonObject, schemas: Schemas): string | undefined {
  const columns = alternativesOf(schema, schemas).map((each) =>
    each.format === "address" ? "addressPrefix" : COLUMNS[textAt(each, "x-repeats")],
  );
  return columns.find((column) => column !== undefined);
}

/** The mark of an answer that also shows what is pending, which a service that answers for another one needs. */
export function pendingMark(
  { showsPending }: { readonly showsPending: boolean },
  layer: Layer,
): true | undefined {
  return layer === "decided" && showsPending ? true : undefined;
}
