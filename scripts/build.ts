/**
 * Builds `dist` from `src`.
 *
 * `--if-stale` does nothing where it was built from the same sources.
 */
import { folderOf, hashOf, isBuilt } from "./artifacts.ts";
import { readFlags } from "./read_flags.ts";

const { "if-stale": ifStale } = readFlags("build", { "if-stale": { type: "boolean" } });
if (!ifStale || !(await isBuilt("dist", await hashOf("dist")))) {
  const { buildDist } = await import("./build_dist.ts");
  const faults = await buildDist(folderOf("dist"));
  if (faults !== "") {
    console.error(faults);
    process.exitCode = 1;
  }
}
