import type { CheckedSpecs } from "../specs/read_specs.ts";
import { type Files, generateFiles } from "./mod.ts";

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
