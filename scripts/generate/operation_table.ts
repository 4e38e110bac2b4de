import { arrayAt, objectsAt, textAt } from "../specs/json.ts";
import type { Model, Operation } from "../specs/model/mod.ts";
import { type Layer, refName, type Schemas } from "../specs/layer.ts";
import { describeParameter } from "./describe_parameter.ts";
import { literal } from "./source_text.ts";

/** The table of operations, with the bounds that hold at `layer`. */
export function operationTable(model: Model, layer: Layer): string {
  return literal(Object.fromEntries(operationRows(model, layer)));
}

/** Its rows, by their ids. */
export function operationRows(
  { operations, schemas }: Model,
  layer: Layer,
): [id: string, row: object][] {
  return operations.map((operation): [string, object] => {
    const { id, verb, path, server, body, status, items, key, grows, height, safe, chains } =
      operation;
    const parameters = operation.parameters.map((parameter) =>
      describeParameter(parameter, schemas, layer),
    );
    const fields = layer === "decided" ? bodyFields(operation, schemas) : undefined;
    const row = {
      verb,
      path,
      server,
      parameters,
      body: body && (body.required ? "required" : "optional"),
      fields,
      status,
      items,
      key,
      grows,
      height,
      safe,
      chains,
    };
    return [id, row];
  });
}

/** Rows for the fields of a body that is an object, for messages. */
function bodyFields({ body }: Operation, schemas: Schemas): object[] | undefined {
  if (!body) return undefined;
  const { $ref } = body.schema;
  const schema = typeof $ref === "string" ? (schemas[refName($ref)] ?? {}) : body.schema;
  const required = arrayAt(schema, "required");
  return Object.entries(objectsAt(schema, "properties")).map(([name, property]) =>
    describeParameter(
      {
        name,
        in: "body",
        required: required.includes(name),
        description: textAt(property, "description"),
        schema: property,
        explode: false,
      },
      schemas,
      "decided",
    ),
  );
}
