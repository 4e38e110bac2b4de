import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
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
import { followSchema, type Schemas } from "../layer.ts";
import { deref, readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

const PRIMITIVES: readonly string[] = ["string", "integer", "number", "boolean"];

/** What a REST parameter is written as in a path, a query or a header can be read back. */
export function untransferableParameter(specs: Specs): Problem[] {
  const { openapi } = specs;
  const { schemas } = readModel(specs);
  const owners = operationPaths(openapi).flatMap((path) => [path.slice(0, -1), path]);
  const places = new Map<string, Path>();
  for (const owner of owners) {
    arrayAt(openapi.at(owner), "parameters").forEach((_, index) => {
      const path = [...owner, "parameters", index];
      places.set(JSON.stringify(path), path);
    });
  }
  return [...places.values()].flatMap((path) => {
    const parameter = deref(specs, openapi, openapi.at(path) ?? null);
    const fault = faultOf(objectAt(parameter, "schema"), schemas);
    if (!fault) return [];
    const message = `parameter "${textAt(parameter, "name")}" ${fault[0]}`;
    return [openapi.problem(path, message, fault[1])];
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
  if (lists.length === 0) return undefined;
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

function isPrimitive(items: Json, schemas: Schemas): boolean {
  if (!isObject(items)) return false;
  return alternativesOf(items, schemas)
    .flatMap(typesOrNone)
    .every((type) => PRIMITIVES.includes(type));
}

function alternativesOf(schema: JsonObject, schemas: Schemas): JsonObject[] {
  const own = followSchema(schema, schemas);
  const alternatives = [...arrayAt(own, "anyOf"), ...arrayAt(own, "oneOf")].filter(isObject);
  if (alternatives.length === 0) return [own];
  return alternatives.flatMap((each) => alternativesOf(each, schemas));
}

function typesOrNone(schema: JsonObject): string[] {
  const types = typesOf(schema);
  return types.length > 0 ? types : ["none"];
}
