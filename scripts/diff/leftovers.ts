import type { Specs } from "../specs/specs.ts";
import { isObject, type Json, objectAt, type Path } from "../specs/json.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import { Place } from "./place.ts";
import type { Pair, Report } from "./report.ts";

/**
 * Adds what differs among the components of a spec and shows nowhere: a component that nothing uses, or words that
 * each use replaces by its own.
 */
export function leftovers(report: Report, base: Specs, next: Specs): void {
  for (const name of ["openapi", "openrpc"] as const) {
    const { file } = next[name];
    for (const path of differing(base[name], next[name])) {
      if (report.hasSeen(file, path)) continue;
      const pair = {
        base: new Place(base, "given", base[name], path),
        next: new Place(next, "given", next[name], path),
      };
      for (const layer of ["given", "decided"] as const) {
        const scope = { layer, direction: "answer", name: undefined } as const;
        report.add("cosmetic", pair, scope, sentence(pair));
      }
    }
  }
}

/** A component as a whole comes and goes with what uses it, which is told by itself. */
function sentence({ base, next }: Pair): string {
  const name = `"${String(next.path.at(-1))}"`;
  if (base.exists && next.exists) return `${name} differs only in parts that nothing uses`;
  return `${name} ${next.exists ? "is new" : "is gone"}`;
}

/** Paths below the components at which the two differ, as near to the leaves as both have objects. */
function differing(base: SpecFile, next: SpecFile): Path[] {
  const components = ({ value }: SpecFile): Json => objectAt(value, "components");
  return differences(components(base), components(next), ["components"]);
}

function differences(base: Json | undefined, next: Json | undefined, path: Path): Path[] {
  if (isObject(base) && isObject(next)) {
    const keys = new Set([...Object.keys(base), ...Object.keys(next)]);
    return [...keys].flatMap((key) => differences(base[key], next[key], [...path, key]));
  }
  return JSON.stringify(base) === JSON.stringify(next) ? [] : [path];
}
