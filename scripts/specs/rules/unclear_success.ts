import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationsOf } from "../calls.ts";
import { objectAt } from "../json.ts";

/** Each operation succeeds with one status, a single number. */
export function unclearSuccess(specs: Specs): Problem[] {
  return operationsOf(specs).flatMap(({ name, spec, path, value }) => {
    const statuses = Object.keys(objectAt(value, "responses")).filter((key) => key.startsWith("2"));
    const [status = ""] = statuses;
    if (statuses.length === 1 && /^2\d\d$/.test(status)) return [];
    const found =
      statuses.length === 0 ? "no status" : statuses.map((key) => `"${key}"`).join(", ");
    const place = [...path, "responses", ...statuses.slice(0, 1)];
    const message = `operation ${name}: ${found} for its success, not one number`;
    return [spec.problem(place, message, 'Write one status from 200 to 299, such as "200".')];
  });
}
