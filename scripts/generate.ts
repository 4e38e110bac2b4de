/**
 * Writes `src/generated` from `openapi.yaml` and `openrpc.json`, and builds `dist` anew where it is there.
 *
 * `--check` changes nothing: it lists the files that differ from what would be written, and exits 1. `--watch` goes on
 * after each change of a spec until Ctrl-C, whatever stands in it.
 */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { CheckedSpecs } from "./specs/read_specs.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";

const options = readFlags("generate", {
  check: { type: "boolean" },
  specs: { type: "string" },
  output: { type: "string" },
  watch: { type: "boolean" },
});
const folder = resolve(options.specs ?? ROOT);
const output = resolve(options.output ?? join(ROOT, "src/generated"));
const shown = relative(ROOT, output);

if (options.check && options.watch) {
  console.error("Cannot run generate: --check and --watch exclude each other");
  process.exit(2);
}

// Once the flags are right: the generator takes a second to load.
const [
  { readSpecs },
  { reportProblems },
  { FILES },
  { buildDist },
  { explainFaults },
  { staleFiles },
  { regenerate, watchFiles },
  { lintedFiles, writeGenerated },
] = await Promise.all([
  import("./specs/read_specs.ts"),
  import("./specs/report_problems.ts"),
  import("./specs/specs.ts"),
  import("./build_dist.ts"),
  import("./generate/explain_faults.ts"),
  import("./tree.ts"),
  import("./generate/_watch_specs.ts"),
  import("./generate/_write_generated.ts"),
]);
process.exitCode = await (options.watch ? watch() : told(once));

function told(task: () => Promise<number>): Promise<number> {
  return reportProblems(task, `${shown} is as it was`);
}

async function once(): Promise<number> {
  const checked = await readSpecs(folder);
  if (!options.check) {
    await write(checked);
    return 0;
  }
  const stale = await staleFiles(output, await lintedFiles(checked));
  if (stale.length === 0) return 0;
  console.error(`${shown} does not match the specs:`);
  for (const path of stale) console.error(`  ${path}`);
  console.error("Run: npm run generate");
  return 1;
}

async function write(checked: CheckedSpecs, news = ""): Promise<void> {
  const count = await writeGenerated(checked, output);
  console.log(`${news}Wrote ${count} files to ${shown}`);
  if (options.output === undefined) await build();
}

/** Writes at once and after each change, until Ctrl-C. */
async function watch(): Promise<number> {
  const end = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => end.abort());
  const run = regenerate(folder, write);
  const tell = async (): Promise<void> => {
    await told(run).catch((error: unknown) => console.error(error));
  };
  const watching = watchFiles(folder, FILES, tell, end.signal);
  await tell();
  console.log(`Watching ${FILES.join(" and ")}; Ctrl-C ends`);
  await watching;
  return 0;
}

/** Programs that import the package by its name take `dist`, which is to have the new client. */
async function build(): Promise<void> {
  const dist = join(ROOT, "dist");
  if (!existsSync(dist)) return;
  const faults = await buildDist(dist);
  if (faults === "") return console.log("Built dist from it");
  console.error(explainFaults(faults, shown));
}
