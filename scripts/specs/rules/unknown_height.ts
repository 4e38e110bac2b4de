import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { alternativesOf } from "../alternatives_of.ts";
import { type Call, methodsOf, operationsOf } from "../calls.ts";
import { isObject, type Json, type JsonObject, objectAt, textAt } from "../json.ts";
import type { Schemas } from "../layer.ts";
import { readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

/** The fields that `x-height` names are those of the answer: an integer, and a string. */
export function unknownHeight(specs: Specs): Problem[] {
  const { operations, methods, schemas } = readModel(specs);
  const answers = new Map<string, JsonObject | undefined>([
    ...operations.map(({ id, data = "" }) => [`operation ${id}`, schemas[data]] as const),
    ...methods.map(({ name, result }) => [`method ${name}`, result] as const),
  ]);
  const calls = [
    ...operationsOf(specs).map((call) => ({ call, label: `operation ${call.name}` })),
    ...methodsOf(specs).map((call) => ({ call, label: `method ${call.name}` })),
  ];
  return calls.flatMap(({ call, label }) =>
    problemsOf(call, label, fieldsOf(answers.get(label) ?? {}, schemas), schemas),
  );
}

function problemsOf(
  { spec, path, value }: Call,
  label: string,
  fields: JsonObject,
  schemas: Schemas,
): Problem[] {
  const mark = objectAt(value, "x-height");
  const rows = Object.entries({ field: "integer", hash: "string" });
  return rows.flatMap(([key, type]) => {
    const field = textAt(mark, key);
    const known = Object.keys(fields).filter((name) => hasType(fields[name], type, schemas));
    if (field === "" || known.includes(field)) return [];
    const message = `${label}: its answer has no ${type} "${field}"`;
    const fix = `Name a field of the answer${known.length > 0 ? `: ${known.join(", ")}` : ""}.`;
    return [spec.problem([...path, "x-height", key], message, fix)];
  });
}

/** The properties of an object, or of the objects among its alternatives. */
function fieldsOf(schema: JsonObject, schemas: Schemas): JsonObject {
  const fields = alternativesOf(schema, schemas).map((each) => objectAt(each, "properties"));
  return Object.assign({}, ...fields) as JsonObject;
}

function hasType(schema: Json | undefined, type: string, schemas: Schemas): boolean {
  if (!isObject(schema)) return false;
  return alternativesOf(schema, schemas).some((each) => typesOf(each).includes(type));
}
