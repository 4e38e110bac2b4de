import { rm } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../node_modules/.cache/compiled");

/**
 * Lets every Node process that the tests start reuse compiled modules, so that it does not strip types and compile anew:
 * the command line starts in 0.5 s of processor time instead of 1.2 s.
 *
 * The folder is emptied when a run starts, or modules of temporary folders would accumulate in it.
 */
export default async function useCompileCache(): Promise<void> {
  if (process.env.NODE_COMPILE_CACHE) return;
  await rm(FOLDER, { recursive: true, force: true, maxRetries: 5 });
  process.env.NODE_COMPILE_CACHE = FOLDER;
}
