import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { objectAt } from "../specs/json.ts";
import { readModel } from "../specs/model/mod.ts";
import type { CheckedSpecs } from "../specs/read_specs.ts";
import { type Problem, SpecError } from "../specs/spec_file.ts";
import type { Specs } from "../specs/specs.ts";
import { readFiles, replaceTree } from "../tree.ts";
import { type Files, generateFiles } from "./mod.ts";
import { takenNames } from "./taken_names.ts";

/**
 * Replaces the folder `output` by the generated files.
 *
 * @returns The number of files.
 * @throws {SpecError} If the specs cannot be used, or not with the code beside `output`, which is then as it was.
 */
export async function writeGenerated(checked: CheckedSpecs, output: string): Promise<number> {
  const files = await lintedFiles(checked);
  // The code beside a folder that was generated before is the code that reads it.
  const sources = existsSync(output) ? await readSources(output) : new Map<string, string>();
  const problems = [...(await takenNames(checked.specs)), ...idleLimits(checked.specs, sources)];
  if (problems.length > 0) throw new SpecError(problems);
  await replaceTree(output, files);
  return files.size;
}

/** The generated files, once the linters have passed too: both run at the same time. */
export async function lintedFiles({ specs, linted }: CheckedSpecs): Promise<Files> {
  const [files] = await Promise.allSettled([generateFiles(specs), linted]);
  await linted;
  if (files.status === "rejected") throw files.reason;
  return files.value;
}

/** Texts of the code beside `output`, the folder of the generated one, by paths such as `src/mod.ts`. */
export async function readSources(output: string): Promise<Files> {
  const folder = dirname(output);
  const texts = await readFiles(folder, /(?<!\.gen)\.ts$/);
  return new Map([...texts].map(([path, text]) => [`${basename(folder)}/${path}`, text]));
}

/** Limits that neither an operation nor the code names, where there is code: nothing would hold to them. */
export function idleLimits(specs: Specs, sources: Files): Problem[] {
  const code = [...sources.values()].join("\n");
  if (!code.includes("LIMITS.")) return [];
  const counted = readModel(specs).operations.map(({ limit }) => limit);
  return [specs.openapi, specs.openrpc].flatMap((spec) =>
    Object.keys(objectAt(spec.value, "x-limits")).flatMap((name) => {
      if (counted.includes(name) || new RegExp(`LIMITS\\.${name}(?!\\w)`).test(code)) return [];
      const fix = `First use LIMITS.${name} in src where it applies, or remove the row.`;
      const message = `no code and no operation uses the limit ${name}`;
      return [spec.problem(["x-limits", name], message, fix)];
    }),
  );
}
