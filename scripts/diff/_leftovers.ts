import type { Specs } from "../specs/specs.ts";
import { isObject, type Json, objectAt, type Path } from "../specs/json.ts";
import { namesBelow, type Schemas } from "../specs/named_schemas.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import type { Level } from "./change.ts";
import { Place } from "./_place.ts";
import type { Pair, Report } from "./_report.ts";

/**
 * Adds the schemas that come and go: the package exports a type and a validator of each, under its name. Those of devnet
 * control alone are not exported.
 *
 * @returns Their names.
 */
function exportedSchemas(report: Report, base: Specs, next: Specs): string[] {
  const add = (level: Level, verb: string, from: Specs, to: Specs): string[] => {
    const known = schemasOf(to);
    const exported = [...schemasOf(from)].filter(
      ([name]) => !known.has(name) && isExported(from, name),
    );
    for (const [name, { file, path }] of exported) {
      const pair = {
        base: new Place(base, "given", base[file], path),
        next: new Place(next, "given", next[file], path),
      };
      for (const layer of LAYERS)
        report.add(
          level,
          pair,
          { layer, direction: "answer", name },
          `schema ${name}, whose type is exported, is ${verb}`,
        );
    }
    return exported.map(([name]) => name);
  };
  return [...add("breaking", "gone", base, next), ...add("additive", "new", next, base)];
}

const NAMES = ["openapi", "openrpc"] as const;
const LAYERS = ["given", "decided"] as const;

/** Where each schema stands. */
function schemasOf(
  specs: Specs,
): Map<string, { readonly file: (typeof NAMES)[number]; readonly path: Path }> {
  const rows = NAMES.flatMap((file) =>
    Object.keys(objectAt(objectAt(specs[file].value, "components"), "schemas")).map(
      (name) => [name, { file, path: ["components", "schemas", name] }] as const,
    ),
  );
  return new Map(rows);
}

/** True if something but devnet control refers to it. */
function isExported(specs: Specs, name: string): boolean {
  const parts = NAMES.map((file) => {
    const { "x-dev": _, components, ...rest } = specs[file].value;
    const { schemas, ...others } = isObject(components) ? components : {};
    return { roots: [rest, others], schemas: isObject(schemas) ? schemas : {} };
  });
  const schemas = Object.assign({}, ...parts.map((part) => part.schemas)) as Schemas;
  return namesBelow(
    parts.map(({ roots }) => roots),
    schemas,
  ).has(name);
}

/**
 * Adds what differs among the components of a spec and shows nowhere: a component that nothing uses, or words that
 * each use replaces by its own.
 */
export function leftovers(report: Report, base: Specs, next: Specs): void {
  const told = exportedSchemas(report, base, next);
  for (const name of NAMES) {
    const { file } = next[name];
    for (const path of differing(base[name], next[name])) {
      const [, kind, component = "", ...below] = path.map(String);
      const isTold = kind === "schemas" && below.length === 0 && told.includes(component);
      if (isTold || report.hasSeen(file, path)) continue;
      const pair = {
        base: new Place(base, "given", base[name], path),
        next: new Place(next, "given", next[name], path),
      };
      for (const layer of LAYERS) {
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
