import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { bundleCommandLine } from "../bundle_command_line.ts";
import { runTool } from "../run_tool.ts";
import { freshFolder, moveInPlace } from "./write_tree.ts";

/**
 * Compiles `src` to the folder `dist`, bundles the command line in it, and answers what the compiler says against it.
 *
 * What does not compile is written nonetheless, so that the new client can be used before the service has its handlers;
 * the command line is in several files then.
 * Until the compiler is done the old folder stands.
 */
export async function buildDist(dist: string): Promise<string> {
  const fresh = await freshFolder(dist);
  try {
    // One checker: several check the same declarations again, which takes longer on few processors.
    const project = ["-p", "tsconfig.build.json", "--checkers", "1", "--outDir", fresh];
    const faults = await runTool("tsc", "--pretty", "false", ...project);
    const commandLine = join(fresh, "cli");
    if (faults === "" && existsSync(commandLine)) {
      await rm(commandLine, { recursive: true });
      await bundleCommandLine(commandLine);
    }
    if ((await readdir(fresh)).length > 0) await moveInPlace(fresh, dist);
    return faults.trimEnd();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Compiler errors about a missing name: 2339 and 2551 of a property, 2305 of an export. */
const MISSING_NAME = /error TS(?:2339|2551|2305|2724)\b/;

/** Remedy for `faults` of the compiler that follow from a change of the specs. */
export function explainFaults(faults: string, output: string): string {
  const removed = MISSING_NAME.test(faults)
    ? "\nA missing name was renamed in the specs or removed from them: restore it there, or remove it from the code."
    : "";
  return `${faults}${removed}\n${output} is generated from openapi.yaml and openrpc.json, and this code does not compile with it: fix the code or the specs, then run: npm run build`;
}
