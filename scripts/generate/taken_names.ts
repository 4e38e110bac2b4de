import { join } from "node:path";
import { type Element, elementsOf } from "../specs/elements.ts";
import type { Problem } from "../specs/spec_error.ts";
import type { Specs } from "../specs/specs.ts";
import type { Sources } from "./sources.ts";

/** The package's entry point, which exports the types of the schemas too. */
const ENTRY = "src/mod.ts";

/** Schemas with the name of something else that the package exports: of two, neither would be exported. */
export function takenNames(specs: Specs, sources: Sources): Problem[] {
  // What the entry point exports by name stands for both.
  const chosen = namedExports(sources.get(ENTRY) ?? "");
  const taken = new Set(exportsOf(ENTRY, sources).filter((name) => !chosen.includes(name)));
  const isTaken = ({ kind, path }: Element): boolean =>
    kind === "schema" && taken.has(String(path.at(-1)));
  return elementsOf(specs)
    .filter(isTaken)
    .map(({ spec, path, label }) =>
      spec.problem(path, `${label} has the name of a package export`, "Rename it."),
    );
}

/** Names that a module exports, those of the modules that it exports whole included. */
function exportsOf(path: string, sources: Sources): string[] {
  const text = sources.get(path) ?? "";
  const whole = [...text.matchAll(/^export (?:type )?\* from "(\..*)";$/gm)];
  return [
    ...namedExports(text),
    ...[
      ...text.matchAll(/^export (?:[a-z]+ )*(?:class|const|function|interface|type) (\w+)/gm),
    ].map((match) => match[1] ?? ""),
    ...whole.flatMap((match) => exportsOf(join(path, "..", match[1] ?? ""), sources)),
  ];
}

/** Names in the braces of exports, under which other modules know them; what is generated is the schema itself. */
function namedExports(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from ".*\/generated\/)/gm)];
  const names = lists.flatMap((match) => (match[1] ?? "").split(","));
  return names.flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []);
}
