import { arrayAt, type JsonObject, objectsAt, textAt } from "../specs/json.ts";
import { refName, type Schemas } from "../specs/layer.ts";
import { deprecationOf, type Parameter } from "../specs/model/mod.ts";

/** The fields of an object, written out or named, each as a parameter. */
export function objectFields(object: JsonObject | undefined, schemas: Schemas): Parameter[] {
  const schema = object?.$ref === undefined ? object : schemas[refName(textAt(object, "$ref"))];
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
