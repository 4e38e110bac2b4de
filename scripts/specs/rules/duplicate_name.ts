import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf, type Element } from "../elements.ts";
import { textAt } from "../json.ts";

/** No two operations, methods, schemas, error codes or parameters of one owner share a name. */
export function duplicateName(specs: Specs): Problem[] {
  const seen = new Map<string, Element>();
  const problems: Problem[] = [];
  for (const element of elementsOf(specs)) {
    const name = nameOf(element);
    if (name === undefined) continue;
    const first = seen.get(name);
    if (!first) {
      seen.set(name, element);
      continue;
    }
    const where = `${first.spec.file}:${first.spec.lineOf(first.path)}`;
    problems.push(
      element.spec.problem(
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
