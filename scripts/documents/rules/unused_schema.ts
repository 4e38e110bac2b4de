import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { elementsOf } from "../elements.ts";
import { isObject, visit } from "../json.ts";
import { refName } from "../strength.ts";

/** Each named schema is used by one of the documents. */
export function unusedSchema(documents: Documents): Problem[] {
  const used = new Set<string>();
  for (const { value } of [documents.openapi, documents.openrpc]) {
    visit(value, (node) => {
      if (isObject(node) && typeof node.$ref === "string") used.add(refName(node.$ref));
    });
  }
  return elementsOf(documents)
    .filter(({ kind, path }) => kind === "schema" && !used.has(String(path.at(-1))))
    .map(({ document, path, label }) =>
      document.problem(path, `${label} is used nowhere`, "Use it or remove it."),
    );
}
