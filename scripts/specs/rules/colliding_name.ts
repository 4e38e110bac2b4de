import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf, type Element } from "../elements.ts";
import { constantName, pascalCase } from "../generated_names.ts";
import { textAt } from "../json.ts";

/** What follows the name of a call in the names of its types and validators. */
const PARTS = [
  "Data",
  "Error",
  "Errors",
  "Response",
  "Responses",
  "Path",
  "Query",
  "Headers",
  "Body",
];

/** No two names of the specs give one name in generated code, and no code of an error stands twice. */
export function collidingName(specs: Specs): Problem[] {
  const seen = new Map<string, Element>();
  return elementsOf(specs).flatMap((element) => {
    const name = generatedNames(element).find((each) => seen.has(each));
    const first = seen.get(name ?? "");
    for (const each of generatedNames(element)) if (!seen.has(each)) seen.set(each, element);
    if (name === undefined || !first) return [];
    const where = `${first.label} at ${first.spec.file}:${first.spec.lineOf(first.path)}`;
    const message = `${element.label} gives the same generated name as ${where}: ${name}`;
    return [element.spec.problem(element.path, message, "Rename one of the two.")];
  });
}

function generatedNames({ kind, label, path, value, spec }: Element): string[] {
  const name = String(path.at(-1));
  if (kind === "operation") return partsOf(pascalCase(textAt(value, "operationId")));
  if (kind === "method") return partsOf(`Rpc${pascalCase(textAt(value, "name"))}`);
  if (kind === "schema") return [name];
  if (kind === "parameter") return spec.file === "openrpc.json" ? [label] : [];
  if (kind !== "error" || value.code === undefined) return [];
  return [constantName(name), `code ${String(value.code)}`];
}

function partsOf(name: string): string[] {
  return PARTS.map((part) => name + part);
}
