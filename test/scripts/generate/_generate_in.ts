import { join } from "node:path";
import { replaceTree } from "../../../scripts/tree.ts";
import { generateFiles } from "../../../scripts/generate/mod.ts";
import { readSpecs } from "../../../scripts/specs/read_specs.ts";

/**
 * Writes `src/generated` below `folder` from the specs that stand there, as the command does, but in this process, which may
 * have loaded the generator already.
 *
 * @throws {SpecError} If the specs break a rule, ours or that of a linter.
 */
export async function generateIn(folder: string): Promise<void> {
  const { specs, linted } = await readSpecs(folder);
  const [files] = await Promise.all([generateFiles(specs), linted]);
  await replaceTree(join(folder, "src/generated"), files);
}
