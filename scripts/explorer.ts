/**
 * Builds the explorer into `explorer/dist`.
 *
 * `--if-stale` does nothing where it was built from the same sources.
 */
import { join } from "node:path";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";
// Not what builds it, which is slow to load: asking whether it is stale is to be fast.
import { isExplorerFresh } from "./source_hash.ts";

const { "if-stale": ifStale, output = join(ROOT, "explorer/dist") } = readFlags("explorer", {
  "if-stale": { type: "boolean" },
  output: { type: "string" },
});

if (!ifStale || !(await isExplorerFresh(output))) {
  const { buildExplorer } = await import("./explorer/build_explorer.ts");
  const { scripts, first } = await buildExplorer(output);
  console.log(`explorer  ${scripts} kB of script, ${first} kB of them for the overview, as gzip`);
}
