import type { Problem } from "../spec_error.ts";
import { type Specs, followRef } from "../specs.ts";
import { arrayAt, isObject, type Path, visit } from "../json.ts";
import type { SpecFile } from "../spec_file.ts";

interface Place {
  readonly spec: SpecFile;
  readonly path: Path;
}

/** No reference stands for itself, be it through others, alternatives or parts. */
export function circularRef(specs: Specs): Problem[] {
  const problems: Problem[] = [];
  for (const spec of [specs.openapi, specs.openrpc]) {
    visit(spec.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      if (!leadsBack(specs, { spec, path })) return;
      const fix = "Write out what one of the references stands for.";
      problems.push(
        spec.problem([...path, "$ref"], `$ref "${value.$ref}" leads back to itself`, fix),
      );
    });
  }
  return problems;
}

function leadsBack(specs: Specs, start: Place): boolean {
  const seen = new Set<string>();
  const left = standIns(specs, start);
  for (let place = left.pop(); place; place = left.pop()) {
    const key = keyOf(place);
    if (key === keyOf(start)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...standIns(specs, place));
  }
  return false;
}

/** What a value at `place` is, in the place of what stands there: the target of its reference, its alternatives, its parts. */
function standIns(specs: Specs, { spec, path }: Place): Place[] {
  const value = spec.at(path);
  if (!isObject(value)) return [];
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((keyword) =>
    arrayAt(value, keyword).map((_, index) => ({ spec, path: [...path, keyword, index] })),
  );
  return [
    ...(typeof value.$ref === "string" ? [followRef(specs, spec, value.$ref)] : []),
    ...alternatives,
  ];
}

function keyOf({ spec, path }: Place): string {
  return JSON.stringify([spec.file, ...path.map(String)]);
}
