import { readdir, rm } from "node:fs/promises";
import { runTool } from "../run_tool.ts";
import { freshFolder, moveInPlace } from "./write_tree.ts";

/**
 * Compiles `src` to the folder `dist`, as `npm run build` does, and answers what the compiler says against it.
 *
 * What does not compile is written nonetheless, so that the new client can be used before the service has its handlers.
 * Until the compiler is done the old folder stands.
 */
export async function buildDist(dist: string): Promise<string> {
  const fresh = await freshFolder(dist);
  try {
    const project = ["-p", "tsconfig.build.json", "--outDir", fresh];
    const faults = await runTool("tsc", "--pretty", "false", ...project);
    if ((await readdir(fresh)).length > 0) await moveInPlace(fresh, dist);
    return faults.trimEnd();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
