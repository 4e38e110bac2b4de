import type { Problem } from "../spec_error.ts";
import { type Specs, followRef } from "../specs.ts";
import { arrayAt, isObject, type Json, objectAt, textAt } from "../json.ts";

/** A positional parameter is no object: a trailing object is always a call's options. */
export function objectParameter(specs: Specs): Problem[] {
  const { openrpc } = specs;
  return arrayAt(openrpc.value, "methods").flatMap((method, index) => {
    if (isObject(method) && method["x-websocket"]) return [];
    return arrayAt(method, "params").flatMap((param, position) => {
      const parameter = resolved(specs, param);
      const schema = objectAt(parameter, "schema");
      if (!isObjectSchema(specs, schema)) return [];
      const what = Object.keys(schema).length === 0 ? "may be an object" : "is an object";
      const message = `method ${textAt(method, "name")}: parameter "${textAt(parameter, "name")}" ${what}`;
      const fix = "Take its fields as parameters; the last object of a call is its options.";
      return [openrpc.problem(["methods", index, "params", position], message, fix)];
    });
  });
}

function resolved(specs: Specs, value: Json): Json | undefined {
  if (!isObject(value) || typeof value.$ref !== "string") return value;
  return followRef(specs, specs.openrpc, value.$ref).value;
}

function isObjectSchema(specs: Specs, schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  if (typeof schema.$ref === "string") {
    return isObjectSchema(specs, followRef(specs, specs.openrpc, schema.$ref).value);
  }
  const alternatives = [...arrayAt(schema, "anyOf"), ...arrayAt(schema, "oneOf")];
  if (alternatives.length > 0) return alternatives.some((item) => isObjectSchema(specs, item));
  const says = ["type", "enum", "const"].some((keyword) => schema[keyword] !== undefined);
  return !says || [schema.type].flat().includes("object");
}
