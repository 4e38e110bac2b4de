/** Builds `dist` anew from `src`. */
import { join } from "node:path";
import { buildDist } from "./build_dist.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";

readFlags("build", {});
const faults = await buildDist(join(ROOT, "dist"));
if (faults !== "") {
  console.error(faults);
  process.exitCode = 1;
}
