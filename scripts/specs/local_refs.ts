import { type Json, mapObjects } from "./json.ts";

/** A schema with references into `openapi.yaml` made local. */
export function localRefs(schema: Json): Json {
  return mapObjects(schema, (object) =>
    typeof object.$ref === "string"
      ? { ...object, $ref: object.$ref.slice(object.$ref.indexOf("#")) }
      : object,
  );
}
