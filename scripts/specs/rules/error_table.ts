import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationPaths } from "../elements.ts";
import { isRefusalStatus } from "../is_refusal_status.ts";
import { objectAt, objectsAt } from "../json.ts";

/** Each refusal of an operation has a status that a REST error code is sent with. */
export function errorTable({ openapi }: Specs): Problem[] {
  const table = objectsAt(openapi.value, "x-error-codes");
  const statuses = new Set(Object.values(table).map(({ status }) => String(status)));
  return operationPaths(openapi).flatMap((path) => {
    const responses = Object.keys(objectAt(openapi.at(path), "responses"));
    const unknown = responses.filter((status) => isRefusalStatus(status) && !statuses.has(status));
    return unknown.map((status) => {
      const message = `no error code is sent with status ${status}`;
      const fix = "Use a status of x-error-codes, or add a code that is sent with it.";
      return openapi.problem([...path, "responses", status], message, fix);
    });
  });
}
