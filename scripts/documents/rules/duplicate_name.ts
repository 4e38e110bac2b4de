import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { elementsOf, type Element } from "../elements.ts";
import { textAt } from "../json.ts";

/** No two operations, methods, schemas, error codes or parameters of one owner share a name. */
export function duplicateName(documents: Documents): Problem[] {
  const seen = new Map<string, Element>();
  const problems: Problem[] = [];
  for (const element of elementsOf(documents)) {
    const name = nameOf(element);
    if (name === undefined) continue;
    const first = seen.get(name);
    if (!first) {
      seen.set(name, element);
      continue;
    }
    const where = `${first.document.file}:${first.document.lineOf(first.path)}`;
    problems.push(
      element.document.problem(
        element.path,
        `duplicate ${name}, first at ${where}`,
        "Rename one of the two.",
      ),
    );
  }
  return problems;
}

function nameOf({ kind, label, path, value }: Element): string | undefined {
  if (kind === "operation") return `operation id "${textAt(value, "operationId")}"`;
  if (kind === "method") return `method name "${textAt(value, "name")}"`;
  if (kind === "schema") return `schema name "${path.at(-1)}"`;
  if (kind === "parameter") return label;
  return kind === "error" && value.code !== undefined ? `error code ${value.code}` : undefined;
}
