import type { Problem } from "../spec_error.ts";
import { type Specs, followRef } from "../specs.ts";
import { isObject, visit } from "../json.ts";

/** Each reference leads to something. */
export function unknownRef(specs: Specs): Problem[] {
  const problems: Problem[] = [];
  for (const spec of [specs.openapi, specs.openrpc]) {
    visit(spec.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      if (followRef(specs, spec, value.$ref).value !== undefined) return;
      const whole = `./${value.$ref}`;
      const isBare = followRef(specs, spec, whole).value !== undefined;
      const fix = isBare ? `Write "${whole}".` : "Mend the reference, or add what it names.";
      problems.push(spec.problem([...path, "$ref"], `unknown $ref "${value.$ref}"`, fix));
    });
  }
  return problems;
}
