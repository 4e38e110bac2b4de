/** Builds `dist` anew from `src`. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";

readFlags("build", {});
await rm(join(ROOT, "dist"), { recursive: true, force: true });
// One checker: several check the same declarations again, which takes longer on few processors.
const faults = await runTool("tsc", "-p", "tsconfig.build.json", "--checkers", "1");
if (faults !== "") {
  console.error(faults);
  process.exitCode = 1;
}
