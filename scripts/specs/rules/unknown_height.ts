import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { alternativesOf } from "../alternatives_of.ts";
import { operationPaths } from "../elements.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../json.ts";
import type { Schemas } from "../layer.ts";
import { readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

/** A call with `x-height`, and the schema of what it answers. */
interface Marked {
  readonly label: string;
  readonly path: Path;
  readonly schema: JsonObject;
}

/** The fields that `x-height` names are those of the answer: an integer, and a string. */
export function unknownHeight(specs: Specs): Problem[] {
  const { operations, methods, schemas } = readModel(specs);
  const ofRest = operationPaths(specs.openapi).map((path): Marked => {
    const id = textAt(specs.openapi.at(path), "operationId");
    const data = operations.find((each) => each.id === id)?.data ?? "";
    return { label: `operation ${id}`, path, schema: schemas[data] ?? {} };
  });
  const ofRpc = arrayAt(specs.openrpc.value, "methods").map((method, index): Marked => {
    const name = textAt(method, "name");
    const schema = methods.find((each) => each.name === name)?.result ?? {};
    return { label: `method ${name}`, path: ["methods", index], schema };
  });
  return [
    ...ofRest.flatMap((marked) => problemsOf(specs.openapi, marked, schemas)),
    ...ofRpc.flatMap((marked) => problemsOf(specs.openrpc, marked, schemas)),
  ];
}

function problemsOf(
  spec: Specs["openapi"],
  { label, path, schema }: Marked,
  schemas: Schemas,
): Problem[] {
  const mark = objectAt(spec.at(path), "x-height");
  const rows = [
    ["field", "integer"],
    ["hash", "string"],
  ] as const;
  return rows.flatMap(([key, type]) => {
    const field = textAt(mark, key);
    const fields = fieldsOf(schema, schemas);
    if (field === "" || hasType(fields[field], type, schemas)) return [];
    const message = `${label}: its answer has no ${type} "${field}"`;
    const known = Object.keys(fields).filter((name) => hasType(fields[name], type, schemas));
    const fix = `Name a field of the answer${known.length > 0 ? `: ${known.join(", ")}` : ""}.`;
    return [spec.problem([...path, "x-height", key], message, fix)];
  });
}

/** The properties of an object, or of the objects among its alternatives. */
function fieldsOf(schema: JsonObject, schemas: Schemas): Record<string, Json | undefined> {
  const fields = alternativesOf(schema, schemas).map((each) => objectAt(each, "properties"));
  return Object.assign({}, ...fields) as Record<string, Json | undefined>;
}

function hasType(schema: Json | undefined, type: string, schemas: Schemas): boolean {
  if (!isObject(schema)) return false;
  return alternativesOf(schema, schemas).some((each) => typesOf(each).includes(type));
}
