import { AMOUNT_FORMAT } from "../specs/formats.ts";
import { isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import type { Layer } from "../specs/layer.ts";
import { alternativesOf, type Schemas } from "../specs/named_schemas.ts";

/** The schemas a value may follow, references resolved and `x-decided` merged in where it holds. */
export function alternativesAt(schema: JsonObject, schemas: Schemas, layer: Layer): JsonObject[] {
  const alternatives = alternativesOf(schema, schemas);
  if (layer !== "decided") return alternatives;
  return alternatives.map((each) => ({ ...each, ...objectAt(each, "x-decided") }));
}

/** The allowed values in messages: `an integer from 1 to 100`. */
export function expectedText(
  alternatives: readonly JsonObject[],
  schemas: Schemas,
  layer: Layer,
): string {
  return alternatives.map((schema) => expectedOf(schema, schemas, layer)).join(" or ");
}

/** Tells whether a value is a `bigint` where it is given: clients take amounts so. */
export function isAmount({ format }: JsonObject, layer: Layer): boolean {
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
  return `, each ${expectedText(each, schemas, layer)}`;
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
