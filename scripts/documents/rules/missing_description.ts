import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { elementsOf } from "../elements.ts";
import { textAt } from "../json.ts";

/** Each element is described. */
export function missingDescription(documents: Documents): Problem[] {
  return elementsOf(documents).flatMap(({ document, path, label, value }) => {
    if (textAt(value, "description") || textAt(value, "x-description")) return [];
    const fix = "Add a `description` that says what it is and, where it has one, its unit.";
    return [document.problem(path, `${label} has no description`, fix)];
  });
}
