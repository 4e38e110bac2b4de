import { type DeclarationName, readDeclarations } from "../check/declarations.ts";
import type { Entry } from "../check/entries.ts";
import { type Element, elementsOf } from "../specs/elements.ts";
import { constantName } from "../specs/generated_names.ts";
import { textAt } from "../specs/json.ts";
import type { Problem } from "../specs/spec_file.ts";
import type { Specs } from "../specs/specs.ts";
import type { Files } from "./mod.ts";

/** Generated modules that have an export for each element of a kind. */
const SCHEMA_TYPES = "generated/client/schema_types.gen.ts";
const SCHEMAS = "generated/client/schemas.gen.ts";
const OPERATIONS = "generated/client/operation_calls.gen.ts";
const METHODS = "generated/client/method_calls.gen.ts";
const ERRORS = "generated/errors.gen.ts";

/**
 * Elements of the specs that give an export the name of another export of the package, of which neither would be one,
 * or of something else in the same generated module.
 *
 * @param code Hand-written and generated, by paths such as `src/mod.ts`.
 */
export function takenNames(specs: Specs, code: Files, entries: readonly Entry[]): Problem[] {
  const all = readDeclarations((file) => code.get(`src/${file}`) ?? "");
  const files = [SCHEMA_TYPES, SCHEMAS, OPERATIONS, METHODS, ERRORS];
  const own = new Map(files.map((file) => [file, new Map(all.exportsOf(file))]));
  const owners = new Map<string, Owner[]>();
  for (const { key, entryPoint } of entries) {
    for (const [name, at] of all.exportsOf(entryPoint))
      owners.set(name, [...(owners.get(name) ?? []), { at, entry: `alphadelta${key.slice(1)}` }]);
  }
  const ownerOf = ([name, file]: ExportName): string | undefined => {
    const at = own.get(file)?.get(name);
    if (!at) return undefined;
    if (all.repeatedIn(file).includes(name)) return `src/${file}`;
    const isOwn = (one: Owner): boolean => one.at.file === at.file && one.at.name === at.name;
    // Where the package exports another one by name, it stands for both.
    const found = owners.get(name) ?? [];
    return found.some(isOwn) ? found.find((one) => !isOwn(one))?.entry : undefined;
  };
  return elementsOf(specs).flatMap((element) => {
    const taken = exportsFor(element).find((name) => ownerOf(name) !== undefined);
    if (!taken) return [];
    const { spec, path, label } = element;
    const message = `${label} is generated as ${taken[0]}, which is something else in ${ownerOf(taken)}`;
    return [spec.problem(path, message, "Rename it.")];
  });
}

/** An entry of the package, and where one of its exports is declared. */
interface Owner {
  readonly entry: string;
  readonly at: DeclarationName;
}

/** The name of an export, and the generated module it is in. */
type ExportName = readonly [name: string, file: string];

function exportsFor({ kind, path, value }: Element): ExportName[] {
  const name = String(path.at(-1));
  if (kind === "schema")
    return [
      [name, SCHEMA_TYPES],
      [`${name}Schema`, SCHEMAS],
    ];
  if (kind === "operation") return [[textAt(value, "operationId"), OPERATIONS]];
  if (kind === "method") return [[textAt(value, "name"), METHODS]];
  return kind === "error" ? [[constantName(name), ERRORS]] : [];
}
