import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf } from "../elements.ts";
import { isObject, visit } from "../json.ts";
import { isExample } from "../schemas_of.ts";

const FIX = "Add `schema`, or mend how it is spelt.";

/** Each parameter, result, content and topic has the schema of its values. */
export function missingSchema(specs: Specs): Problem[] {
  return [...elementProblems(specs), ...contentProblems(specs)];
}

function elementProblems(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap(({ kind, spec, path, label, value }) => {
    if (kind === "topic" && (value.payload ?? null) === null) {
      const fix = "Add `payload`, or mend how it is spelt.";
      return [spec.problem(path, `${label} has no schema of its payload`, fix)];
    }
    if ((kind !== "parameter" && kind !== "result") || value.schema !== undefined) return [];
    if (value.$ref !== undefined) return [];
    return [spec.problem(path, `${label} has no schema`, FIX)];
  });
}

function contentProblems({ openapi }: Specs): Problem[] {
  const problems: Problem[] = [];
  visit(openapi.value, (value, path) => {
    if (path.at(-2) !== "content" || isExample(path)) return;
    if (isObject(value) && value.schema !== undefined) return;
    problems.push(openapi.problem(path, `content "${path.at(-1)}" has no schema`, FIX));
  });
  return problems;
}
