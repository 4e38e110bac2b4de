/**
 * Builds the explorer into `explorer/dist`.
 *
 * `--if-stale` does nothing where it was built from the same sources.
 */
// Not what builds it, which is slow to load: asking whether it is stale is to be fast.
import { folderOf, hashOf, isBuilt } from "./artifacts.ts";
import { readFlags } from "./read_flags.ts";

const { "if-stale": ifStale, output = folderOf("explorer") } = readFlags("explorer", {
  "if-stale": { type: "boolean" },
  output: { type: "string" },
});

if (!ifStale || !(await isBuilt("explorer", await hashOf("explorer"), output))) {
  const { buildExplorer } = await import("./explorer/build_explorer.ts");
  const { scripts, first } = await buildExplorer(output);
  console.log(`explorer  ${scripts} kB of script, ${first} kB of them for the overview, as gzip`);
}
