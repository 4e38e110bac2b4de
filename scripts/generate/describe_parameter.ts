import { AMOUNT_FORMAT } from "../specs/formats.ts";
import { isObject, type JsonObject, textAt } from "../specs/json.ts";
import type { Parameter } from "../specs/model/mod.ts";
import { followSchema, type Layer, type Schemas } from "../specs/layer.ts";

/** A row of a table for `parameter`, with the bounds that hold at `layer`. */
export function describeParameter(
  parameter: Parameter,
  schemas: Schemas,
  layer: Layer,
): JsonObject {
  const alternatives = alternativesOf(parameter.schema, schemas, layer);
  const merged: JsonObject = Object.assign({}, ...alternatives);
  const items = alternatives.flatMap((schema) =>
    isObject(schema.items) ? alternativesOf(schema.items, schemas, layer) : [],
  );
  const info: JsonObject = {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required,
    types: typesOf(alternatives, layer),
    ...(items.length > 0
      ? { items: typesOf(items, layer), explode: parameter.in === "query" && parameter.explode }
      : {}),
    expected: alternatives.map((schema) => expectedOf(schema, layer)).join(" or "),
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

/** The schemas a value may follow, references resolved and `x-decided` merged in where it holds. */
function alternativesOf(schema: JsonObject, schemas: Schemas, layer: Layer): JsonObject[] {
  const own = followSchema(schema, schemas);
  const decided = layer === "decided" && isObject(own["x-decided"]) ? own["x-decided"] : {};
  const merged = { ...own, ...decided };
  if (!Array.isArray(merged.anyOf)) return [merged];
  return merged.anyOf.filter(isObject).flatMap((item) => alternativesOf(item, schemas, layer));
}

/** Types that a caller gives: in the layer of clients an amount is a `bigint`. */
function typesOf(alternatives: readonly JsonObject[], layer: Layer): string[] {
  const types = alternatives.flatMap((schema) =>
    isAmount(schema, layer) ? ["bigint"] : [schema.type ?? "string"].flat().map(String),
  );
  return [...new Set(types)];
}

function isAmount({ format }: JsonObject, layer: Layer): boolean {
  return layer === "given" && format === AMOUNT_FORMAT;
}

function expectedOf(schema: JsonObject, layer: Layer): string {
  if (isAmount(schema, layer)) return "a bigint";
  if (typeof schema["x-expected"] === "string") return schema["x-expected"];
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) {
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  const { minimum, maximum } = schema;
  const type = textAt(schema, "type") || "value";
  const kind = /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
  if (minimum !== undefined && maximum !== undefined)
    return `${kind} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${kind} from ${minimum}`;
  if (maximum !== undefined) return `${kind} up to ${maximum}`;
  return schema.pattern ? `text that matches ${schema.pattern}` : kind;
}
