import type { Problem } from "../document_error.ts";
import { type Documents, followRef } from "../documents.ts";
import { arrayAt, isObject, type Json, objectAt, textAt } from "../json.ts";

/** A positional parameter is no object: a trailing object is always a call's options. */
export function objectParameter(documents: Documents): Problem[] {
  const { openrpc } = documents;
  return arrayAt(openrpc.value, "methods").flatMap((method, index) => {
    if (isObject(method) && method["x-websocket"]) return [];
    return arrayAt(method, "params").flatMap((param, position) => {
      const parameter = resolved(documents, param);
      if (!isObjectSchema(documents, objectAt(parameter, "schema"))) return [];
      const message = `method ${textAt(method, "name")}: parameter "${textAt(parameter, "name")}" is an object`;
      const fix = "Take its fields as parameters; the last object of a call is its options.";
      return [openrpc.problem(["methods", index, "params", position], message, fix)];
    });
  });
}

function resolved(documents: Documents, value: Json): Json | undefined {
  if (!isObject(value) || typeof value.$ref !== "string") return value;
  return followRef(documents, documents.openrpc, value.$ref).value;
}

function isObjectSchema(documents: Documents, schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  if (typeof schema.$ref === "string") {
    return isObjectSchema(documents, followRef(documents, documents.openrpc, schema.$ref).value);
  }
  return (
    [schema.type].flat().includes("object") ||
    arrayAt(schema, "anyOf").some((item) => isObjectSchema(documents, item))
  );
}
