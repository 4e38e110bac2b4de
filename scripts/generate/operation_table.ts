import type { JsonObject } from "../specs/json.ts";
import type { Model } from "../specs/model/mod.ts";
import type { Layer } from "../specs/layer.ts";
import { describeParameter } from "./describe_parameter.ts";
import { objectFields } from "./object_fields.ts";
import { literal } from "./source_text.ts";

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
export function operationRows(
  { operations, schemas }: Model,
  layer: Layer,
): [id: string, row: OperationRow][] {
  return operations.map((operation): [string, OperationRow] => {
    const {
      id,
      verb,
      path,
      server,
      body,
      status,
      items,
      key,
      grows,
      cursor,
      height,
      safe,
      chains,
    } = operation;
    const parameters = operation.parameters.map((parameter) =>
      describeParameter(parameter, schemas, layer),
    );
    const ofBody = body && layer === "decided" ? objectFields(body.schema, schemas) : undefined;
    const fields = ofBody?.map((field) => describeParameter(field, schemas, layer));
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
      cursor,
      height,
      safe,
      deprecated: operation.deprecation,
      chains,
    };
    return [id, row];
  });
}
