import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf } from "../elements.ts";
import { isObject, visit } from "../json.ts";
import { refName } from "../layer.ts";

/** Each named schema is used by one of the specs. */
export function unusedSchema(specs: Specs): Problem[] {
  const used = new Set<string>();
  for (const { value } of [specs.openapi, specs.openrpc]) {
    visit(value, (node) => {
      if (isObject(node) && typeof node.$ref === "string") used.add(refName(node.$ref));
    });
  }
  return elementsOf(specs)
    .filter(({ kind, path }) => kind === "schema" && !used.has(String(path.at(-1))))
    .map(({ spec, path, label }) =>
      spec.problem(path, `${label} is used nowhere`, "Use it or remove it."),
    );
}
