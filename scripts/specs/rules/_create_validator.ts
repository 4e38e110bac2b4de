import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { NUMBER_FORMATS, TEXT_FORMATS } from "../formats.ts";
import { isObject, type Json, type JsonObject, mapObjects } from "../json.ts";
import { schemaAt, type Schemas } from "../layer.ts";
import { localRefs } from "../local_refs.ts";

/** Error of a value by a schema; undefined if there is none. */
export type Validate = (value: Json, schema: JsonObject) => string | undefined;

/** Formats of numbers have no check here: the bounds of int32 are the validators'. */
const FORMATS = {
  ...TEXT_FORMATS,
  ...Object.fromEntries(Object.keys(NUMBER_FORMATS).map((name) => [name, true as const])),
};

/** Checks values by schemas that may refer to `schemas`, as the service holds them; `what` names values in messages. */
export function createValidator(schemas: Schemas, what: string): Validate {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    formats: FORMATS,
    multipleOfPrecision: 9,
    // Each check runs once or a few times, which its optimization would not pay for.
    code: { optimize: false },
  });
  const checks = new Map<string, ValidateFunction>();
  const closed = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, close(schema, schemas)]),
  );
  ajv.addSchema({ $id: "specs", components: { schemas: closed } });
  return (value, schema) => {
    const absolute = mapObjects(close(localRefs(schema) as JsonObject, schemas), (object) =>
      typeof object.$ref === "string" ? { ...object, $ref: `specs${object.$ref}` } : object,
    );
    const text = JSON.stringify(absolute);
    const check = checks.get(text) ?? ajv.compile(absolute as JsonObject);
    checks.set(text, check);
    return check(value)
      ? undefined
      : ajv.errorsText(check.errors, { dataVar: what, separator: "; " });
  };
}

/** The schema as the service holds it, refusing properties it does not name. */
function close(schema: JsonObject, schemas: Schemas): JsonObject {
  const decided = schemaAt(schema, "decided", schemas);
  return mapObjects(decided, (object) =>
    isObject(object.properties) &&
    object.type === "object" &&
    object.additionalProperties === undefined
      ? { ...object, additionalProperties: false }
      : object,
  ) as JsonObject;
}
