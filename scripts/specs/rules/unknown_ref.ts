import type { Problem } from "../spec_error.ts";
import { type Specs, followRef, type Target } from "../specs.ts";
import { isObject, visit } from "../json.ts";
import { schemasOf } from "../nodes.ts";

/** Each reference leads to something that has a name: that of a schema to a schema. */
export function unknownRef(specs: Specs): Problem[] {
  const problems: Problem[] = [];
  for (const spec of [specs.openapi, specs.openrpc]) {
    const schemas = new Set(schemasOf(spec).map(({ path }) => JSON.stringify(path)));
    visit(spec.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      const target = followRef(specs, spec, value.$ref);
      const isSchema = schemas.has(JSON.stringify(path));
      const at = [...path, "$ref"];
      if (target.value === undefined) {
        const whole = `./${value.$ref}`;
        const isBare = followRef(specs, spec, whole).value !== undefined;
        const fix = isBare ? `Write "${whole}".` : "Mend the reference, or add what it names.";
        problems.push(spec.problem(at, `unknown $ref "${value.$ref}"`, fix));
      } else if (!isNamed(target, isSchema)) {
        const what = isSchema ? "schema" : "part";
        const fix = `Write it in components${isSchema ? ".schemas" : ""}, and refer to it there.`;
        problems.push(spec.problem(at, `$ref "${value.$ref}" leads to no named ${what}`, fix));
      }
    });
  }
  return problems;
}

function isNamed({ path }: Target, isSchema: boolean): boolean {
  const [root, section] = path;
  return path.length === 3 && root === "components" && (!isSchema || section === "schemas");
}
