import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { isRefusalStatus } from "../is_refusal_status.ts";
import { arrayAt, isObject, objectAt, visit } from "../json.ts";

/** The table of REST error codes, the schema of the codes, and the responses that carry them agree. */
export function errorTable({ openapi }: Specs): Problem[] {
  const table = objectAt(openapi.value, "x-error-codes");
  const schema = ["components", "schemas", "ErrorCode"];
  const listed = arrayAt(openapi.at(schema), "enum").map(String);
  const problems = [...new Set([...Object.keys(table), ...listed])]
    .filter((code) => !(code in table) || !listed.includes(code))
    .map((code) =>
      openapi.problem(
        [...schema, "enum"],
        `error code ${code} is not in both x-error-codes and ErrorCode`,
        "Add it where it is missing.",
      ),
    );
  const statuses = new Set(
    Object.values(table).map((row) => String(objectAt({ row }, "row").status)),
  );
  visit(openapi.at(["paths"]), (value, path) => {
    if (path.at(-1) !== "responses" || !isObject(value)) return;
    for (const status of Object.keys(value).filter(
      (key) => isRefusalStatus(key) && !statuses.has(key),
    )) {
      const fix = "Use a status of x-error-codes, or add a code that is sent with it.";
      problems.push(
        openapi.problem(
          ["paths", ...path, status],
          `no error code is sent with status ${status}`,
          fix,
        ),
      );
    }
  });
  return problems;
}
