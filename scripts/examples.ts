/**
 * Writes the examples of both specs as a service on the chain of the examples answers them.
 *
 * `--check` changes nothing: it names the examples that differ, and exits 1.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { liveExamples } from "./examples/live_examples.ts";
import { SpecEdits } from "./examples/spec_edits.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";
import { reportProblems } from "./specs/report_problems.ts";
import { FILES, loadSpecs } from "./specs/specs.ts";

process.exitCode = await reportProblems(main, "the specs are as they were");

async function main(): Promise<number> {
  let exitCode = 0;
  const options = readFlags("examples", { check: { type: "boolean" } });
  const specs = await loadSpecs(ROOT);
  const samples = await liveExamples(specs);
  for (const file of FILES) {
    const path = join(ROOT, file);
    const edits = new SpecEdits(await readFile(path, "utf8"));
    for (const { spec, path: at, value } of samples) if (spec.file === file) edits.set(at, value);
    if (edits.count === 0) continue;
    if (options.check) {
      const lines = [...new Set(edits.lineNumbers)].map((line) => `${file}:${line}`);
      console.error(
        `These examples differ from the responses of the example chain:\n${lines.join("\n")}\nRun: npm run examples`,
      );
      exitCode = 1;
      continue;
    }
    await writeFile(path, edits.apply());
    const faults = await runTool("oxfmt", file);
    if (faults !== "") throw new Error(faults);
    console.log(`Wrote ${edits.count} values to ${file}`);
  }
  return exitCode;
}
