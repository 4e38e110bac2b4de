import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../run_tool.ts";
import { type Element, elementsOf } from "../specs/elements.ts";
import { constantName } from "../specs/generated_names.ts";
import { publicSchemas, readModel } from "../specs/model/mod.ts";
import type { Problem } from "../specs/spec_file.ts";
import type { Specs } from "../specs/specs.ts";

/** An export of the package, and the module below `src` that declares it. */
interface Export {
  readonly entry: string;
  readonly name: string;
  readonly module: string;
}

/** Types of ours that the package exports in place of those of the schemas of these names. */
const OURS = ["Address", "Amount", "Hex"];

/** Names that generated modules import or have for themselves. */
const IN_MODULES: Readonly<Record<string, readonly string[]>> = {
  "generated/client/operation_calls.gen": ["p", "v"],
  "generated/client/method_calls.gen": ["v"],
  "generated/errors.gen": ["RPC_CODES", "RPC_ERRORS"],
};

/**
 * Elements of the specs that would give an export the name of another export of the package, of which neither would be one,
 * or of something else in its generated module.
 */
export async function takenNames(specs: Specs): Promise<Problem[]> {
  const exported = Map.groupBy(await readExports(), ({ name }) => name);
  const model = readModel(specs);
  const schemas = publicSchemas(model);
  return elementsOf(model).flatMap((element) => {
    const { kind, at, spec, label } = element;
    if (kind === "schema" && !schemas.includes(element.name)) return [];
    return exportsFor(element).flatMap(([name, module]) => {
      const other = exported.get(name)?.find((each) => each.module !== module)?.entry;
      const owner = IN_MODULES[module]?.includes(name) ? `src/${module}.ts` : other;
      if (owner === undefined || OURS.includes(name)) return [];
      const message = `${label} is generated as ${name}, which is something else in ${owner}`;
      return [spec.problem(at, message, "Rename it.")];
    });
  });
}

/** Exports that an element is generated as, each with its module. */
function exportsFor({ kind, name, at, value }: Element): (readonly [string, string])[] {
  if (kind === "schema") {
    const validator = [`${name}Schema`, "generated/client/schemas.gen"] as const;
    return [[name, "generated/types.gen"], validator];
  }
  if (kind === "operation") return [[name, "generated/client/operation_calls.gen"]];
  if (kind === "error") return [[constantName(name), "generated/errors.gen"]];
  // Simplified calls are in a module that no entry has.
  const isPublic = at[0] === "methods" && value["x-simplified"] !== true;
  return kind === "method" && isPublic ? [[name, "generated/client/method_calls.gen"]] : [];
}

/** The exports of the package: `surface.txt` lists an entry, and below it `Block (generated/types.gen)`. */
async function readExports(): Promise<Export[]> {
  // A copy of the scripts alone has no package.
  const text = await readFile(join(ROOT, "surface.txt"), "utf8").catch(() => "");
  let entry = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith(".")) entry = `alphadelta${line.slice(1)}`;
    const [, name, module] = /^ {2}(\w+).* \((.+)\)$/.exec(line) ?? [];
    return name && module ? [{ entry, name, module }] : [];
  });
}
