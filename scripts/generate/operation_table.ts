import type { JsonObject } from "../specs/json.ts";
import type { Model, Operation, Parameter } from "../specs/model/mod.ts";
import type { Layer } from "../specs/layer.ts";
import { describeParameter, objectFields } from "./describe_parameter.ts";
import { itemSchema } from "./item_schema.ts";
import { segmentFields } from "./segment_fields.ts";
import { PARTS } from "./merge.ts";
import { literal, pascalCase } from "./source_text.ts";

/** The table of operations, with the bounds that hold at `layer`. */
export function operationTable(model: Model, layer: Layer): string {
  return literal(Object.fromEntries(operationRows(model, layer)));
}

/** A row of the table: an `OperationInfo` of what is generated. */
export interface OperationRow {
  readonly parameters: readonly JsonObject[];
  readonly body: string | undefined;
}

/** Its rows, by their ids. */
export function operationRows(model: Model, layer: Layer): [id: string, row: OperationRow][] {
  const { operations, schemas } = model;
  return operations.map((operation) => {
    const { verb, path, server, body, status, items, key, grows, cursor } = operation;
    const { height, identity, safe, deprecation: deprecated, chains } = operation;
    const describe = (parameter: Parameter): JsonObject =>
      describeParameter(parameter, schemas, layer);
    const parameters = operation.parameters.map(describe);
    const ofBody = body && layer === "decided" ? objectFields(body.schema, schemas) : undefined;
    const template = operation.template === path ? undefined : operation.template;
    const answer = schemas[itemSchema(model, operation) ?? operation.data ?? ""];
    const row = {
      ...{ verb, path, template, server, parameters },
      ...{ body: body && (body.required ? "required" : "optional"), fields: ofBody?.map(describe) },
      ...{ status, items, key, grows, cursor, height },
      ...(layer === "given" ? { identity, segment: segmentFields(answer, schemas) } : {}),
      ...{ safe, deprecated, chains },
    };
    return [operation.id, row];
  });
}

/** Validators of an operation: of its parameters by place and name, of its body, and of the data of its answer. */
export function operationValidators({ id, parameters, body, data }: Operation): string {
  const type = `v.z${pascalCase(id)}`;
  const places = Object.entries(PARTS).filter(([place]) =>
    parameters.some((each) => each.in === place),
  );
  const members = [
    ...places.map(([, part]) => `${part.toLowerCase()}: ${type}${part}`),
    ...(body ? [`body: ${type}Body`] : []),
    ...(data === undefined ? [] : [`data: v.z${data}`]),
  ];
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}
