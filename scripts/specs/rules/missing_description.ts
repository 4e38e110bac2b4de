import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf } from "../elements.ts";
import { textAt } from "../json.ts";

/** Each element is described. */
export function missingDescription(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap(({ spec, path, label, value }) => {
    if (textAt(value, "description") || textAt(value, "x-description")) return [];
    const fix = "Add a `description` that says what it is and, where it has one, its unit.";
    return [spec.problem(path, `${label} has no description`, fix)];
  });
}
