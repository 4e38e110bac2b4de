import { basename, dirname } from "node:path";
import { readEntries } from "../check/entries.ts";
import { ROOT } from "../run_tool.ts";
import type { CheckedSpecs } from "../specs/read_specs.ts";
import { SpecError } from "../specs/spec_file.ts";
import { idleLimits, lostNames } from "./_lost_names.ts";
import { readFiles, replaceTree } from "../tree.ts";
import { type Files, generateFiles } from "./mod.ts";
import { takenNames } from "./_taken_names.ts";

/**
 * Replaces the folder `output` by the generated files.
 *
 * @returns The number of files.
 * @throws {SpecError} If the specs cannot be used, or not with the code beside `output`, which is then as it was.
 */
export async function writeGenerated(checked: CheckedSpecs, output: string): Promise<number> {
  const files = await lintedFiles(checked);
  const sources = await readSources(output);
  const generated = [...files].map(([path, text]) => [`src/generated/${path}`, text] as const);
  const problems = [
    ...takenNames(checked.specs, new Map([...sources, ...generated]), await readEntries(ROOT)),
    ...(await idleLimits(checked.specs, output, sources)),
    ...(await lostNames(checked.specs, files, output, sources)),
  ];
  if (problems.length > 0) throw new SpecError(problems);
  await replaceTree(output, files);
  return files.size;
}

/**
 * The generated files, once the linters have passed too: both run at the same time.
 *
 * @throws {SpecError} If the specs cannot be used.
 */
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
