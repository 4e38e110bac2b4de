import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationPaths } from "../elements.ts";
import { objectAt, textAt } from "../json.ts";

/** Each operation succeeds with one status, a single number. */
export function unclearSuccess({ openapi }: Specs): Problem[] {
  return operationPaths(openapi).flatMap((path) => {
    const operation = openapi.at(path);
    const statuses = Object.keys(objectAt(operation, "responses")).filter((key) =>
      key.startsWith("2"),
    );
    const [status = ""] = statuses;
    if (statuses.length === 1 && /^2\d\d$/.test(status)) return [];
    const found =
      statuses.length === 0 ? "no status" : statuses.map((key) => `"${key}"`).join(", ");
    const place = [...path, "responses", ...statuses.slice(0, 1)];
    const message = `operation ${textAt(operation, "operationId")}: ${found} for its success, not one number`;
    return [openapi.problem(place, message, 'Write one status from 200 to 299, such as "200".')];
  });
}
