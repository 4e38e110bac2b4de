import { arrayAt, isObject, type JsonObject, objectsAt, textAt } from "../specs/json.ts";
import type { Layer } from "../specs/layer.ts";
import { deprecationOf, type Operation, type Parameter } from "../specs/model/mod.ts";
import { type Schemas, targetOf, typesOf } from "../specs/named_schemas.ts";
import { alternativesAt, expectedText, isAmount } from "./_expected_text.ts";

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
    expected: expectedText(alternatives, schemas, layer),
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

/** The same for the table of a layer. That of clients is in their bundles, and has only the columns that they read. */
export function describeInTable(parameter: Parameter, schemas: Schemas, layer: Layer): JsonObject {
  const row = describeParameter(parameter, schemas, layer);
  return layer === "given" ? { ...row, enum: undefined } : row;
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

/** The marks that a service which answers for another one needs: what is pending, and the block that an answer names. */
export function gatewayMarks(
  { showsPending, block }: Pick<Operation, "showsPending" | "block">,
  layer: Layer,
): object {
  return layer === "decided" ? { pending: showsPending || undefined, block } : {};
}
