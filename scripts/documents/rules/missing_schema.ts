import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { elementsOf } from "../elements.ts";
import { isObject, visit } from "../json.ts";
import { isExample } from "../schemas_of.ts";

const FIX = "Add `schema`, or mend how it is spelt.";

/** Each parameter, result, content and topic has the schema of its values. */
export function missingSchema(documents: Documents): Problem[] {
  return [...elementProblems(documents), ...contentProblems(documents)];
}

function elementProblems(documents: Documents): Problem[] {
  return elementsOf(documents).flatMap(({ kind, document, path, label, value }) => {
    if (kind === "topic" && (value.payload ?? null) === null) {
      const fix = "Add `payload`, or mend how it is spelt.";
      return [document.problem(path, `${label} has no schema of its payload`, fix)];
    }
    if ((kind !== "parameter" && kind !== "result") || value.schema !== undefined) return [];
    if (value.$ref !== undefined) return [];
    return [document.problem(path, `${label} has no schema`, FIX)];
  });
}

function contentProblems({ openapi }: Documents): Problem[] {
  const problems: Problem[] = [];
  visit(openapi.value, (value, path) => {
    if (path.at(-2) !== "content" || isExample(path)) return;
    if (isObject(value) && value.schema !== undefined) return;
    problems.push(openapi.problem(path, `content "${path.at(-1)}" has no schema`, FIX));
  });
  return problems;
}
