import type { CheckedSpecs } from "../specs/read_specs.ts";
import { SpecError } from "../specs/spec_error.ts";
import { lintedFiles } from "./linted_files.ts";
import { idleLimits, lostNames } from "./lost_names.ts";
import { replaceTree } from "./mod.ts";
import { readSources } from "./sources.ts";
import { takenNames } from "./taken_names.ts";

/**
 * Replaces the folder `output` by the generated files.
 *
 * @returns The number of files.
 * @throws {SpecError} If the specs cannot be used, or not with the code beside `output`, which is then as it was.
 */
export async function writeGenerated(checked: CheckedSpecs, output: string): Promise<number> {
  const files = await lintedFiles(checked);
  const sources = await readSources(output);
  const problems = [
    ...takenNames(checked.specs, sources),
    ...(await idleLimits(checked.specs, output, sources)),
    ...(await lostNames(checked.specs, files, output, sources)),
  ];
  if (problems.length > 0) throw new SpecError(problems);
  await replaceTree(output, files);
  return files.size;
}
