import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf } from "../elements.ts";
import { arrayAt, objectAt, objectsAt, textAt } from "../json.ts";

/** Each tag of a method is declared; Redocly sees to those of operations. */
export function undeclaredTag(specs: Specs): Problem[] {
  const declared = objectsAt(objectAt(specs.openrpc.value, "components"), "tags");
  const names = Object.values(declared).map((tag) => textAt(tag, "name"));
  const methods = elementsOf(specs).filter(({ kind }) => kind === "method");
  return methods.flatMap(({ spec, path, value, label }) =>
    arrayAt(value, "tags").flatMap((tag, index) => {
      const name = textAt(tag, "name");
      if (names.includes(name)) return [];
      const fix = `Declare it in components.tags, or use ${names.join(", ")}.`;
      const place = [...path, "tags", index, "name"];
      return [spec.problem(place, `${label} has the tag "${name}", which is not declared`, fix)];
    }),
  );
}
