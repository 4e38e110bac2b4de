import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationsOf } from "../calls.ts";
import { isRefusalStatus } from "../is_refusal_status.ts";
import { objectAt, objectsAt } from "../json.ts";

/** Each refusal of an operation has a status that a REST error code is sent with. */
export function errorTable(specs: Specs): Problem[] {
  const table = objectsAt(specs.openapi.value, "x-error-codes");
  const statuses = new Set(Object.values(table).map(({ status }) => String(status)));
  return operationsOf(specs).flatMap(({ spec, path, value }) => {
    const responses = Object.keys(objectAt(value, "responses"));
    const unknown = responses.filter((status) => isRefusalStatus(status) && !statuses.has(status));
    return unknown.map((status) => {
      const message = `no error code is sent with status ${status}`;
      const fix = "Use a status of x-error-codes, or add a code that is sent with it.";
      return spec.problem([...path, "responses", status], message, fix);
    });
  });
}
